import type { File } from '@wingmark/contract/files'
import { type Ground, grounds } from '@wingmark/contract/ground'
import { createStore, useStore } from '#web/lib/store'

export const groundNames: Record<Ground, string> = {
  LIGHT: 'Light checkerboard',
  DARK: 'Dark checkerboard',
  WHITE: 'White',
  BLACK: 'Black',
}

type Grounds = { found: Readonly<Record<string, Ground>>; chosen: Readonly<Record<string, Ground>> }
type Change = { by: keyof Grounds; fileId: string; ground: Ground }

/** The ground behind each picture, until the page is left: the chosen one, else the most visible. */
const store = createStore<Grounds, Change>(
  (state, { by, fileId, ground }) => ({ ...state, [by]: { ...state[by], [fileId]: ground } }),
  { found: {}, chosen: {} },
)

export const setGround = (by: keyof Grounds, fileId: string, ground: Ground) =>
  store.dispatch({ by, fileId, ground })

export const useGround = (fileId: string): Ground =>
  useStore(store, ({ found, chosen }) => chosen[fileId] ?? found[fileId] ?? 'LIGHT')

/** Paper and photos have no ground. */
export const mayHaveGround = ({ kind, mime }: Pick<File, 'kind' | 'mime'>): boolean =>
  kind === 'IMAGE' && mime !== 'image/jpeg'

export const groundNamed = (name: string): Ground | undefined => grounds.find((one) => one === name)
