import type { ReviewSort } from '@wingmark/contract/reviews'
import { beginningOf } from '@wingmark/contract/shorten'
import { useSearchParams } from 'react-router'
import type { ReviewFilter } from '#web/features/reviews/queries'
import { readStored, writeStored } from '#web/lib/browser-storage'
import { createValue } from '#web/lib/store'

const allowed = {
  sort: ['-updatedAt', '-createdAt', 'createdAt', 'name', '-openCount'],
  open: ['true', 'false'],
  visibility: ['PRIVATE', 'UNLISTED', 'PUBLIC'],
  whose: ['OWN', 'JOINED'],
  archived: ['true'],
  view: ['list', 'cards'],
} as const
const viewKey = 'wingmark.reviews-view'

/** The last choice on this device, used if the address has none. */
const lastView = createValue(readStored(viewKey))

function keepView(view: 'list' | 'cards'): void {
  lastView.dispatch(view)
  writeStored(viewKey, view)
}

type Name = keyof typeof allowed | 'word'
type Choice<N extends keyof typeof allowed> = (typeof allowed)[N][number]

/** Filters, order and view of the review list, from the address; unknown values are ignored. */
export function useReviewView() {
  const [params, setParams] = useSearchParams()
  const choice = <N extends keyof typeof allowed>(name: N): Choice<N> | undefined => {
    const all: readonly Choice<N>[] = allowed[name]
    return all.find((one) => one === params.get(name))
  }
  /** Another choice starts on the first page. */
  const set = (changes: Partial<Record<Name, string>>) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        if (!('view' in changes)) next.delete('page')
        return next
      },
      { replace: 'word' in changes, preventScrollReset: true },
    )
  const word = beginningOf(params.get('word')?.trim() ?? '', 200)
  const [open, visibility, whose] = [choice('open'), choice('visibility'), choice('whose')]
  const filter: ReviewFilter = {
    ...(word ? { word } : {}),
    ...(open ? { open: open === 'true' } : {}),
    ...(visibility ? { visibility } : {}),
    ...(whose ? { whose } : {}),
    ...(choice('archived') ? { archived: true } : {}),
  }
  const sort: ReviewSort = choice('sort') ?? '-updatedAt'
  return {
    filter,
    sort,
    set,
    value: (name: keyof typeof allowed): string => choice(name) ?? '',
    isList: (choice('view') ?? lastView.get()) === 'list',
    show: (view: 'list' | 'cards') => {
      keepView(view)
      set({ view })
    },
    isNarrowed: Object.keys(filter).length > 0,
    showAll: () => set({ word: '', open: '', visibility: '', whose: '', archived: '' }),
  }
}
