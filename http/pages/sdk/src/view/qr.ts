// A QR code on a canvas, from the rows of modules that the server gives.
const modulePx = 8;

// Draws rows of '0' and '1', dark on light whatever the colours of the page are: readers need it.
export function drawQr(canvas: HTMLCanvasElement, rows: readonly string[]): void {
  const side = rows.length * modulePx;
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, side, side);
  context.fillStyle = '#000000';
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; ++x) {
      if (row[x] === '1') context.fillRect(x * modulePx, y * modulePx, modulePx, modulePx);
    }
  });
}
