import { typeOfChosen } from '@wingmark/contract/file-check'
import { mimeBySignature, signatureBytes } from '@wingmark/contract/file-signature'

/** Gives the type to files of which neither name nor browser says one, by their first bytes. */
export async function learnTypes(files: readonly File[]): Promise<readonly File[]> {
  await Promise.all(files.filter((file) => typeOfChosen(file) === undefined).map(learnType))
  return files
}

async function learnType(file: File): Promise<void> {
  // The upload reports an unreadable one.
  const head = await file
    .slice(0, signatureBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  const mime = mimeBySignature(new Uint8Array(head))
  // The same object stays: it is known by its handle.
  if (mime !== null) Object.defineProperty(file, 'type', { value: mime })
}
