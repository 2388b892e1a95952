const pieceLength = 64 * 1024

/** Small parts of a text, joined to pieces that are worth a write of their own; `left` hears of each that was taken. */
export async function* inPieces(
  parts: AsyncIterable<string>,
  left: (letters: number) => void,
): AsyncGenerator<string> {
  let piece = ''
  for await (const part of parts) {
    piece += part
    if (piece.length < pieceLength) continue
    yield piece
    left(piece.length)
    piece = ''
  }
  if (piece !== '') yield piece
}
