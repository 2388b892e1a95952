import type { KeptUpload } from '../kept-session.ts'
import type { MadeFolder } from './made-folders.ts'
import type { QueueTerms, TransferQueue } from './transfer-queue.ts'

/** A transfer that is not finished. The password of its link is kept nowhere. */
export type KeptTransfer = KeptUpload &
  Pick<TransferQueue, 'target' | 'terms' | 'link'> & {
    purpose: 'TRANSFER'
    /** Was being sent, and goes on by itself as far as it can. */
    goesOn: boolean
    linkKey: string
    folders: [place: string, made: MadeFolder][]
    /** Nothing is said of earlier ones. */
    emptyFolders?: string[][]
    /** What the link shows already. */
    items: string[]
  }

/** A link that is made has its password; one that is to be made asks for it again. */
export function withoutKey({ terms, link }: TransferQueue): QueueTerms {
  const { accessKey, isKeyLost } = terms
  return { ...terms, accessKey: '', isKeyLost: link === null && (isKeyLost || accessKey !== '') }
}
