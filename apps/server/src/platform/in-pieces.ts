const pieceLength = 64 * 1024

/** Joins small parts of a text to pieces that are worth a write; calls `left` with each size. */
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
