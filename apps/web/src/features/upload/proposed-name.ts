import { isBlank } from '@wingmark/contract/is-blank'
import { reviewNameMax } from '@wingmark/contract/limits'
import { beginningOf } from '@wingmark/contract/shorten'
import { foldersOf } from './dropped-files.ts'
import type { UploadSession } from './upload-session.ts'

/** A name for a review of these files: their common folder, else the first file. */
export function proposedName(files: readonly File[]): string {
  const [first] = files
  if (!first) return ''
  const [folder] = foldersOf(first)
  const isOneFolder = folder !== undefined && files.every((file) => foldersOf(file)[0] === folder)
  return inWords(isOneFolder ? folder : first.name.replace(/(?<=.)\.[^.]{1,10}$/, ''))
}

function inWords(name: string): string {
  const words = name
    .toWellFormed()
    .replaceAll(/[_\s\p{Cc}]+/gu, ' ')
    .trim()
  return isBlank(words) ? '' : beginningOf(words, reviewNameMax).trim()
}

/** The first files of a new review propose its name, until someone types one. */
export function proposal(
  { isNamed, name, queue }: Pick<UploadSession, 'isNamed' | 'name' | 'queue'>,
  chosen: readonly File[],
): { name?: string } {
  return queue.reviewId === null && !isNamed && name === '' ? { name: proposedName(chosen) } : {}
}
