import type { Attachment, Marker } from '@wingmark/contract/comments'
import { isMarker } from './is-marker.ts'

export type DraftFile = Pick<Attachment, '_id' | 'name' | 'kind'>
/** What somebody has begun to write. `marker` for a place on the design. */
export type Draft = { text: string; files: DraftFile[]; marker: Marker | null }

export const emptyDraft: Draft = { text: '', files: [], marker: null }

const keyOf = (slot: string) => `wingmark.draft.${slot}`

export const draftSlots = {
  mark: (reviewId: string, fileId: string) => `${reviewId}.mark.${fileId}`,
  general: (reviewId: string, fileId: string) => `${reviewId}.general.${fileId}`,
  reply: (reviewId: string, commentId: string) => `${reviewId}.reply.${commentId}`,
}

export function isEmptyDraft({ text, files }: Draft): boolean {
  return text.trim() === '' && files.length === 0
}

/** The draft kept on this device; what cannot be read counts as empty. */
export function readDraft(slot: string): Draft {
  try {
    return parseDraft(localStorage.getItem(keyOf(slot)))
  } catch {
    return emptyDraft
  }
}

/** Keeps a draft over reloads; an empty one is forgotten. */
export function keepDraft(slot: string, draft: Draft): void {
  try {
    if (isEmptyDraft(draft)) localStorage.removeItem(keyOf(slot))
    else localStorage.setItem(keyOf(slot), JSON.stringify(draft))
  } catch {
    // Without a store the text stays in the open composer.
  }
}

export function parseDraft(text: string | null): Draft {
  if (!text) return emptyDraft
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) return emptyDraft
  const marker: unknown = Reflect.get(value, 'marker')
  const message: unknown = Reflect.get(value, 'text')
  const files: unknown = Reflect.get(value, 'files')
  return {
    text: typeof message === 'string' ? message : '',
    files: Array.isArray(files) ? files.filter(isDraftFile) : [],
    marker: isMarker(marker) ? marker : null,
  }
}

function isDraftFile(value: unknown): value is DraftFile {
  if (typeof value !== 'object' || value === null) return false
  return ['_id', 'name', 'kind'].every((field) => typeof Reflect.get(value, field) === 'string')
}
