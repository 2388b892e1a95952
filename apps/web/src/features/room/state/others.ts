import type { Here } from '@wingmark/contract/live'
import { laterColor } from '@wingmark/contract/person-colors'

type Person = { _id: string; name: string }
type Place = Person & { file: string; page: number }
export type OtherPlace = Place & { avatar: string | null; color: number }
export type OtherPointer = Place & { x: number; y: number; color: number }
export type OtherWriting = Person & { file: string | null; comment: string | null }
export type OtherChecking = Person & { comment: string }

/** The others in the room; unchanged lists keep their identity. */
export type Others = {
  known: readonly { here: Here; at: number }[]
  /** Ids of people here; null if too many to be named. */
  present: readonly string[] | null
  avatars: Avatars
  colors: Colors
  places: readonly OtherPlace[]
  pointers: readonly OtherPointer[]
  writing: readonly OtherWriting[]
  /** Whose fix they look at in the queue. */
  checking: readonly OtherChecking[]
}

type Avatars = Readonly<Record<string, string | null>>
/** By the ids of people; of those who are not named their ids tell. */
type Colors = Readonly<Record<string, number>>

export type OthersAction =
  | { do: 'here'; people: readonly Here[]; now: number }
  | { do: 'present'; ids: readonly string[] | null; avatars?: Avatars; colors?: Colors; now: number }
  /** Their message has arrived, so they stop typing. */
  | { do: 'wrote'; id: string; now: number }
  | { do: 'tick'; now: number }

export const nobodyElse: Others = {
  known: [],
  present: null,
  avatars: {},
  colors: {},
  places: [],
  pointers: [],
  writing: [],
  checking: [],
}

/** Resting pointers, paused typing and fixes that nobody decides on disappear after this. */
const pointerMs = 20_000
const writingMs = 8_000
const checkingMs = 180_000
const knownMax = 100

export function othersReducer(state: Others, action: OthersAction): Others {
  switch (action.do) {
    case 'here': {
      const ids = action.people.map((one) => one._id)
      const before = state.known.filter(({ here }) => !ids.includes(here._id))
      const came = action.people.map((here) => ({ here, at: action.now }))
      return shown({ ...state, known: [...before, ...came].slice(-knownMax) }, action.now, state)
    }
    case 'present': {
      const { ids: present, avatars = {}, colors = {} } = action
      return shown({ ...state, present, avatars, colors }, action.now, state)
    }
    case 'wrote': {
      if (!state.writing.some((one) => one._id === action.id)) return state
      const known = state.known.map((one) =>
        one.here._id === action.id ? { ...one, here: { ...one.here, isWriting: false } } : one,
      )
      return shown({ ...state, known }, action.now, state)
    }
    case 'tick':
      return shown(state, action.now, state)
  }
}

function shown({ known, present, avatars, colors }: Others, now: number, before: Others): Others {
  const here = known.filter((one) => present === null || present.includes(one.here._id))
  const since = (ms: number) => here.flatMap((one) => (now - one.at < ms ? [one.here] : []))
  const colorOf = (id: string) => colors[id] ?? laterColor(id)
  const places = here.flatMap(({ here: { _id, name, file, page } }) =>
    file === null ? [] : [{ _id, name, avatar: avatars[_id] ?? null, color: colorOf(_id), file, page }],
  )
  const pointers = since(pointerMs).flatMap(({ _id, name, file, page, pointer }) =>
    pointer === null || file === null ? [] : [{ _id, name, color: colorOf(_id), file, page, ...pointer }],
  )
  const writing = since(writingMs).flatMap(({ _id, name, file, comment, isWriting }) =>
    isWriting ? [{ _id, name, file, comment }] : [],
  )
  const checks = since(checkingMs).flatMap(({ _id, name, checking }) =>
    checking ? [{ _id, name, comment: checking }] : [],
  )
  const next: Others = {
    known,
    present,
    avatars,
    colors,
    places: steady(before.places, places),
    pointers: steady(before.pointers, pointers),
    writing: steady(before.writing, writing),
    checking: steady(before.checking, checks),
  }
  const isSame = Object.entries(next).every(([name, value]) => value === Reflect.get(before, name))
  return isSame ? before : next
}

/** The former list if the new one equals it. */
function steady<T extends Person>(before: readonly T[], next: readonly T[]): readonly T[] {
  const sorted = [...next].sort((a, b) => (a._id < b._id ? -1 : 1))
  return JSON.stringify(before) === JSON.stringify(sorted) ? before : sorted
}
