const pieceLength = 64 * 1024

/** Small parts of a text, joined to pieces that are worth a write of their own. */
export async function* inPieces(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const part of parts) {
    piece += part
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}
