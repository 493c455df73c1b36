import { createHash } from 'node:crypto';

const linesPerPage = 64;
const [pageWidth, pageHeight] = [612, 792]; // US Letter in points
const [lineHeight, margin] = [11, 40];

/** A PDF 1.4 file of plain text in one typewriter face, as many pages as `lines` take. */
export function makePdf(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const pages: string[] = [];
  for (let start = 0; start === 0 || start < lines.length; start += linesPerPage)
    pages.push(pageContent(lines.slice(start, start + linesPerPage)));
  const [catalog, pageTree, font, firstPage] = [1, 2, 3, 4];
  const pageNumber = (index: number) => firstPage + index * 2;
  const objects = [
    `<< /Type /Catalog /Pages ${pageTree} 0 R >>`,
    `<< /Type /Pages /Kids [${pages.map((_, index) => `${pageNumber(index)} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent ${pageTree} 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] ` +
        `/Resources << /Font << /F1 ${font} 0 R >> >> /Contents ${pageNumber(index) + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];

  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length; // one character is one byte, so this is what the table wants
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = file.length;
  const entry = (offset: number, generation: string, kind: string) =>
    `${String(offset).padStart(10, '0')} ${generation} ${kind} \n`; // 20 bytes each, the space included
  file += `xref\n0 ${objects.length + 1}\n${entry(0, '65535', 'f')}`;
  for (const offset of offsets) file += entry(offset, '00000', 'n');
  file += `trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file, 'latin1'));
}

function pageContent(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${escapeText(line)}) Tj T*`);
  return `BT /F1 9 Tf ${lineHeight} TL ${margin} ${pageHeight - margin} Td\n${shown.join('\n')}\nET`;
}

const escapeText = (line: string) => line.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&');

/** An answer with a PDF as its body, and its SHA-256 in a header by which receivers check it. */
export const pdfAnswer = (file: Uint8Array<ArrayBuffer>): Response =>
  new Response(file, {
    headers: {
      'content-type': 'application/pdf',
      'plaid-content-hash': createHash('sha256').update(file).digest('hex'),
    },
  });
