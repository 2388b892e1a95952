import type { Transfer } from '@wingmark/contract/transfers'

/** A file or folder as the screen shows it, from the server or the sample. */
export type Item = {
  id: string
  name: string
  type: 'FILE' | 'FOLDER'
  parent: string | null
  /** Bytes of a file. */
  size: number | null
  itemCount: number
  createdAt: string
  thumbnailUrl: string | null
}

/** Enough to name one. */
export type Named = Pick<Item, 'id' | 'name'>

export type Order = '-createdAt' | 'createdAt' | 'name' | '-name' | 'size' | '-size'
export type Crumb = { id: string; name: string }

export type Shown = {
  items: readonly Item[]
  total: number
  /** From the outermost to the open folder. */
  crumbs: readonly Crumb[]
}

/** The unloaded rest of a list. */
export type MoreItems = { isLoading: boolean; isFailed: boolean; load: () => void }

/** The current version of a review, of which a file here holds an earlier one. */
export type Newer = NonNullable<Transfer['newer']>

/** Why something is impossible, as a sentence. */
export class TransferRefusal extends Error {}

/** Some subfolders to choose from; `next` loads those after them. */
export type FolderList = (
  parent: string | null,
  cursor?: string,
) => Promise<{ folders: readonly Item[]; next: string | null }>
