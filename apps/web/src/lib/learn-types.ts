import { typeOfChosen } from '@wingmark/contract/file-check'
import { mimeBySignature, signatureBytes } from '@wingmark/contract/file-signature'

/** Sets the type of files that have none, by their first bytes. */
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
  // Keeps the object, which identifies its handle.
  if (mime !== null) Object.defineProperty(file, 'type', { value: mime })
}
