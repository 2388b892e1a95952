import type { Attachment, Marker } from '@wingmark/contract/comments'
import { objectShape, parseJson } from '@wingmark/contract/json'
import { readStored, writeStored } from '#web/lib/browser-storage'
import { guarded, list, number, orNull, shape, text } from '#web/lib/changes/read-kept'
import { openTabs, sayOpen, thisTab } from '#web/lib/open-tabs'
import { createValue } from '#web/lib/store'
import { isMarker } from './is-marker.ts'

export type DraftFile = Pick<Attachment, '_id' | 'name' | 'kind'>
/** A chosen file that is not uploaded yet, described so it can be recognized; `address` is its resumable upload. */
export type ChosenFile = {
  id: string
  name: string
  type: string
  size: number
  lastModified: number
  address: string | null
}
/** A draft; `marker` if it is about a place on a design. */
export type Draft = {
  text: string
  files: DraftFile[]
  unfinished: ChosenFile[]
  marker: Marker | null
  /** People picked as mentions. */
  mentioned: Mentioned[]
  /** The text it was based on, for edits. */
  base?: DraftBase
  /** The key of an earlier try, which may have arrived: the next one updates it. */
  key?: string
}

export type DraftBase = { text: string; version: number }

/** A person mentioned in a text, and how. */
export type Mentioned = { _id: string; name: string }

export const emptyDraft: Draft = { text: '', files: [], unfinished: [], marker: null, mentioned: [] }

const prefix = 'wingmark.draft.'
/** Drafts of an earlier version, or of browsers that cannot tell tabs apart. */
const sharedKey = (slot: string) => prefix + slot
const keyOf = (slot: string, tab = thisTab()) =>
  tab === null ? sharedKey(slot) : `${sharedKey(slot)}@${tab}`
let isLeaving = false

export function isEmptyDraft({ text, files, unfinished }: Draft): boolean {
  return text.trim() === '' && files.length === 0 && unfinished.length === 0
}

/** This tab's draft; unreadable ones count as empty. */
export function readDraft(slot: string): Draft {
  try {
    const own = keyOf(slot)
    if (localStorage.getItem(own) === null) move(sharedKey(slot), own)
    const kept = localStorage.getItem(own) ?? localStorage.getItem(sharedKey(slot))
    if (kept !== null) sayOpen()
    return parseDraft(kept)
  } catch {
    return emptyDraft
  }
}

/** Renames drafts of an earlier version. */
export function renameDrafts(from: string, to: string): void {
  try {
    for (const { key, slot, tab } of entriesOf(from))
      if (slot === from && localStorage.getItem(keyOf(to, tab)) === null) move(key, keyOf(to, tab))
  } catch {
    // Without a store there are none.
  }
}

/** False without room: then it stays. */
function move(from: string, to: string): boolean {
  const text = localStorage.getItem(from)
  if (text === null) return false
  localStorage.removeItem(from)
  if (writeStored(to, text)) return true
  localStorage.setItem(from, text)
  return false
}

/** Increases whenever a draft begins or ends. */
export const draftsChanged = createValue(0)
const tellChange = () => draftsChanged.dispatch(draftsChanged.get() + 1)

type Entry = { key: string; slot: string; tab: string | null }

/** All tabs' entries of slots that begin with `place`. */
function entriesOf(place: string): Entry[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(sharedKey(place)))
    .sort()
    .map((key) => {
      const [slot = '', tab = null] = key.slice(prefix.length).split('@')
      return { key, slot, tab }
    })
}

/** This tab's drafts of slots that begin with `place`; unreadable ones are skipped. */
export function draftsOf(place: string): { slot: string; draft: Draft }[] {
  const own = entriesOf(place).filter(({ tab }) => tab === null || tab === thisTab())
  return [...new Set(own.map(({ slot }) => slot))]
    .map((slot) => ({ slot, draft: readDraft(slot) }))
    .filter(({ draft }) => !isEmptyDraft(draft))
}

/** Stores a draft over reloads; removes an empty one. */
export function keepDraft(slot: string, draft: Draft): void {
  if (isLeaving) return
  try {
    const wasEmpty = localStorage.getItem(keyOf(slot)) === null
    const isEmpty = isEmptyDraft(draft)
    if (isEmpty) localStorage.removeItem(keyOf(slot))
    else {
      sayOpen()
      localStorage.setItem(keyOf(slot), JSON.stringify(draft))
    }
    if (wasEmpty !== isEmpty) tellChange()
  } catch {
    // Without a store the text stays in the open composer.
  }
}

/** Another tab's draft in the same slot. `isOpen`: that tab still exists and may continue it. */
export type OtherDraft = { key: string; draft: Draft; isOpen: boolean }

/** None if the open tabs are unknown. */
export async function otherDrafts(place: string): Promise<(OtherDraft & { slot: string })[]> {
  const isOther = ({ tab }: Entry) => tab !== thisTab()
  if (thisTab() === null || !entriesOf(place).some(isOther)) return []
  const open = await openTabs()
  if (!open) return []
  return entriesOf(place)
    .filter(isOther)
    .map(({ key, slot, tab }) => ({
      ...{ key, slot, draft: parseDraft(readStored(key)) },
      isOpen: tab !== null && open.has(tab),
    }))
    .filter(({ draft }) => !isEmptyDraft(draft))
}

/** Takes over the drafts of closed tabs in slots that begin with `place`, if free. Returns the slots. */
export async function takeLeftDrafts(place: string): Promise<readonly string[]> {
  const taken: string[] = []
  for (const { key, slot, draft, isOpen } of await otherDrafts(place)) {
    const own = keyOf(slot)
    // Another tab's draft is offered, not merged.
    if (isOpen || isLeaving || localStorage.getItem(own) !== null || !move(key, own)) continue
    const isTaken = receivers.get(slot)?.(draft, false) ?? true
    if (isTaken) taken.push(slot)
    else move(own, key)
  }
  if (taken.length === 0) return taken
  sayOpen()
  tellChange()
  return taken
}

export function forgetOther({ key }: Pick<OtherDraft, 'key'>): void {
  writeStored(key, null)
}

/** Calls back when another tab changes its draft in a slot. */
export function onOtherDrafts(slot: string, changed: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => key?.startsWith(`${sharedKey(slot)}@`) && changed()
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

type Receiver = (draft: Draft, isAsked: boolean) => boolean
const receivers = new Map<string, Receiver>()

/** The composer open on a slot receives returned drafts; returns whether it could. */
export function receiveDrafts(slot: string, receiver: Receiver): () => void {
  receivers.set(slot, receiver)
  return () => {
    if (receivers.get(slot) === receiver) receivers.delete(slot)
  }
}

const senders = new Map<string, () => void>()

/** The composer open on a slot sends its own draft. */
export function sendDrafts(slot: string, send: () => void): () => void {
  senders.set(slot, send)
  return () => {
    if (senders.get(slot) === send) senders.delete(slot)
  }
}

/** False if no composer is open on the slot. */
export function sendFromComposer(slot: string): boolean {
  const send = senders.get(slot)
  send?.()
  return send !== undefined
}

/** Returns a draft for editing, after the current text; false while that is being sent. */
export function giveBack(slot: string, draft: Draft): boolean {
  const receiver = receivers.get(slot)
  if (receiver) return receiver(draft, true)
  const { text, files, unfinished, mentioned, key = draft.key } = readDraft(slot)
  keepDraft(slot, {
    text: joinTexts(text, draft.text),
    files: [...files, ...draft.files],
    unfinished: [...unfinished, ...draft.unfinished],
    marker: draft.marker,
    mentioned: [...mentioned, ...draft.mentioned],
    ...(key !== undefined && { key }),
  })
  return true
}

export function joinTexts(first: string, second: string): string {
  return first.trim() === '' ? second : `${first}\n\n${second}`
}

/** Signing out takes the drafts with it; open composers store nothing from then on. */
export function forgetDrafts(): void {
  isLeaving = true
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name)
}

const kind = guarded((value): value is DraftFile['kind'] => typeof value === 'string')
const address = guarded((value): value is string => typeof value === 'string' && URL.canParse(value))
const about = { id: text, name: text, type: text, size: number, lastModified: number }

const readFields = shape(
  {},
  {
    text,
    files: list(shape({ _id: text, name: text, kind })),
    unfinished: list(shape({ ...about, address: orNull(address) })),
    marker: guarded(isMarker),
    mentioned: list(shape({ _id: text, name: text })),
    base: shape({ text, version: number }),
    key: text,
  },
)

export const parseDraft = (json: string | null): Draft => ({
  ...emptyDraft,
  ...readFields(parseJson(json, objectShape)),
})
