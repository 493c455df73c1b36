import { createHash } from 'node:crypto';

/** A PDF of one page of US Letter with one line of text. Viewers find its objects by the table at its end, which counts bytes. */
export function makePdf(line: string): string {
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
    return `${String(offset).padStart(10, '0')} 00000 n \n`; // 20 bytes each, the space included
  });
  const table = file.length;
  const count = objects.length + 1;
  file += `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${file}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
}

/** A PDF with `line` as its text, and with its SHA-256 in a header by which receivers check it. */
export function pdfAnswer(line: string): Response {
  const file = makePdf(line);
  const hash = createHash('sha256').update(file).digest('hex');
  return new Response(file, { headers: { 'content-type': 'application/pdf', 'plaid-content-hash': hash } });
}
