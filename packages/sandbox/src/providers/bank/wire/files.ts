import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * Creates a PDF of one page with one line of text. Viewers find its objects through the table of byte offsets at its
 * end.
 */
function makePdf(line: string): string {
  const text = line.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&');
  const content = `BT /F1 12 Tf 40 740 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`; // 20 bytes each, including the space
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${file}${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}

/** Returns a PDF with `line` as its text, and with its SHA-256 in a header so receivers can check it. */
export function pdfAnswer(line: string): Response {
  const file = makePdf(line);
  const hash = createHash('sha256').update(file).digest('hex');
  return new Response(file, { headers: { 'content-type': 'application/pdf', 'plaid-content-hash': hash } });
}

/**
 * Returns a ZIP archive of PDFs with these names. The text of each PDF is its name. They are stored uncompressed,
 * without a date.
 */
export function zipAnswer(names: readonly string[]): Response {
  const header = (signature: number, ...rest: Buffer[]) => {
    const start = Buffer.alloc(4);
    start.writeUInt32LE(signature);
    return Buffer.concat([start, ...rest]);
  };
  let bodies = Buffer.alloc(0);
  let index = Buffer.alloc(0);
  for (const name of names) {
    const title = Buffer.from(`${name}.pdf`);
    const content = Buffer.from(makePdf(name), 'latin1');
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0); // version needed to extract
    facts.writeUInt16LE(0x21, 8); // 1980-01-01, the earliest date that ZIP supports
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(title.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(bodies.length, 10);
    index = Buffer.concat([index, header(0x02014b50, Buffer.from([20, 0]), facts, place, title)]);
    bodies = Buffer.concat([bodies, header(0x04034b50, facts, title, content)]);
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(names.length, 4);
  end.writeUInt16LE(names.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(bodies.length, 12);
  const file = Buffer.concat([bodies, index, header(0x06054b50, end)]);
  return new Response(file, { headers: { 'content-type': 'application/zip' } });
}
