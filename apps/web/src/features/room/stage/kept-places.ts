import { objectShape, parseJson } from '@wingmark/contract/json'
import type { Place } from '#web/features/room/state/viewport'
import { readStored, writeStored } from '#web/lib/browser-storage'
import { byName, number, type Reader, shape } from '#web/lib/changes/read-kept'

type Places = Readonly<Record<string, Place>>
export type KeptPlaces = {
  get: (page: string) => Place | null
  set: (page: string, place: Place | null) => void
}

const mostPages = 100

/** The last view of each page of a review, kept as long as the tab, over reloads too. */
export function keptPlaces(reviewId: string): KeptPlaces {
  const key = `wingmark.places.${reviewId}`
  const read = () => parse(readStored(key, 'sessionStorage'))
  return {
    get: (page) => read()[page] ?? null,
    set(page, place) {
      writeStored(key, JSON.stringify(withPlace(read(), page, place)), 'sessionStorage')
    },
  }
}

/** Keeps the newest `mostPages`. */
export function withPlace(places: Places, page: string, place: Place | null): Places {
  const others = Object.entries(places).filter(([one]) => one !== page)
  return Object.fromEntries([...others, ...(place ? [[page, place] as const] : [])].slice(-mostPages))
}

const positive: Reader<number> = (value) => (Number(value) > 0 ? number(value) : undefined)
const readPlaces = byName(shape({ x: number, y: number, scale: positive }))

const parse = (text: string | null): Places => readPlaces(parseJson(text, objectShape)) ?? {}
