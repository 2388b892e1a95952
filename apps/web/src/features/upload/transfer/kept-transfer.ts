import type { KeptUpload } from '../kept-session.ts'
import type { MadeFolder } from './made-folders.ts'
import type { QueueTerms, TransferQueue } from './transfer-queue.ts'

/** An unfinished transfer. Its link's password is never stored. */
export type KeptTransfer = KeptUpload &
  Pick<TransferQueue, 'target' | 'terms' | 'link'> & {
    purpose: 'TRANSFER'
    /** Was being sent, and resumes as far as possible. */
    goesOn: boolean
    linkKey: string
    folders: [place: string, made: MadeFolder][]
    /** Absent in older entries. */
    emptyFolders?: string[][]
    /** What the link shows already. */
    items: string[]
  }

/** A created link has its password; a pending one asks for it again. */
export function withoutKey({ terms, link }: TransferQueue): QueueTerms {
  const { accessKey, isKeyLost } = terms
  return { ...terms, accessKey: '', isKeyLost: link === null && (isKeyLost || accessKey !== '') }
}
