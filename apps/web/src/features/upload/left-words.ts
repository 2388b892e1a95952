import { formatCount } from '#web/lib/format'
import { namesOf } from '#web/lib/name-files'

type Named = readonly { name: string }[]

/** "2 files were not uploaded: cover.png, back.png". */
export function notUploadedWords(files: Named): string {
  return `${formatCount(files.length, 'file')} ${files.length === 1 ? 'was' : 'were'} not uploaded: ${namesOf(files)}`
}

/** "1 file of an earlier upload has not been published yet: cover.png". */
export function notPublishedWords(files: Named): string {
  const count = formatCount(files.length, 'file')
  return `${count} of an earlier upload ${files.length === 1 ? 'has' : 'have'} not been published yet: ${namesOf(files)}`
}
