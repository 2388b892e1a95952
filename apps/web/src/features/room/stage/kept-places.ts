import { objectShape, parseJson } from '@wingmark/contract/json'
import type { Place } from '#web/features/room/state/viewport'
import { readStored, writeStored } from '#web/lib/browser-storage'

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

function parse(text: string | null): Places {
  const value = parseJson(text, objectShape) ?? {}
  const places = Object.entries(value).flatMap(([page, place]): [string, Place][] =>
    isPlace(place) ? [[page, { x: place.x, y: place.y, scale: place.scale }]] : [],
  )
  return Object.fromEntries(places)
}

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false
  const isNumber = (part: string) => Number.isFinite(Reflect.get(value, part))
  return isNumber('x') && isNumber('y') && isNumber('scale') && Number(Reflect.get(value, 'scale')) > 0
}
