import { isBlank } from '@wingmark/contract/is-blank'
import { attachmentsMax } from '@wingmark/contract/limits'
import { v4 as uuid } from 'uuid'
import { stillMentioned } from '#web/features/comments/composer/mention-text'
import { commentWords } from '#web/features/comments/composer/written-words'
import {
  type ChosenFile,
  type Draft,
  type DraftFile,
  isEmptyDraft,
  joinTexts,
  type Mentioned,
} from '#web/features/comments/outbox/drafts'

/** `local` files wait for a name, since only writers may upload; `missing` ones must be chosen again. */
export type Attached = {
  id: string
  name: string
  state: 'local' | 'uploading' | 'ready' | 'failed' | 'missing'
  /** 0–100, of the bytes uploaded. */
  percent: number
  /** Until it is uploaded. */
  chosen: ChosenFile | null
  file: DraftFile | null
  error: string | null
  /** It failed because the writer's storage is full. */
  isOutOfRoom?: boolean
}

export type ComposeState = {
  text: string
  attached: readonly Attached[]
  mentioned: readonly Mentioned[]
  step: 'writing' | 'naming' | 'sending'
  error: string | null
  /** As in a draft. */
  key?: string
}

export type ComposeAction =
  | { do: 'write'; text: string }
  | { do: 'mention'; person: Mentioned }
  | { do: 'attach'; chosen: ChosenFile; isUploading: boolean }
  | { do: 'upload'; id: string }
  | { do: 'progress'; id: string; percent: number }
  | { do: 'addressed'; id: string; address: string }
  | { do: 'uploaded'; id: string; file: DraftFile }
  | { do: 'uploadFailed'; id: string; error: string; isOutOfRoom?: boolean }
  | { do: 'detach'; id: string }
  | { do: 'askName' }
  | { do: 'send' }
  | { do: 'refuse'; error: string }
  | { do: 'back' }
  | { do: 'clear' }
  | { do: 'restore'; draft: Draft }

/** A message does not change while it is sent. */
const edits: readonly ComposeAction['do'][] = ['write', 'mention', 'attach', 'detach']

export const emptyMessage = 'Write a message or attach a file.'
const tooMany = `At most ${attachmentsMax} files can be attached.`

export function startCompose(draft: Draft): ComposeState {
  const ready = draft.files.map((file): Attached => {
    return { id: file._id, name: file.name, state: 'ready', percent: 100, chosen: null, file, error: null }
  })
  const missing = draft.unfinished.map((chosen): Attached => attachedOf(chosen, 'missing'))
  return {
    text: draft.text,
    attached: [...ready, ...missing],
    mentioned: draft.mentioned,
    step: 'writing',
    error: null,
    ...(draft.key !== undefined && { key: draft.key }),
  }
}

export function composeReducer(state: ComposeState, action: ComposeAction): ComposeState {
  if (state.step === 'sending' && edits.includes(action.do)) return state
  switch (action.do) {
    case 'write': {
      const { key: _, ...withoutKey } = state
      // Starting over does not change what was sent before.
      const from = isBlank(action.text) && state.attached.length === 0 ? withoutKey : state
      return { ...from, text: action.text, error: null }
    }
    case 'mention':
      return { ...state, mentioned: [...state.mentioned, action.person] }
    case 'attach':
      return attach(state, attachedOf(action.chosen, action.isUploading ? 'uploading' : 'local'))
    case 'upload':
      return changeAttached(state, action.id, { state: 'uploading', error: null })
    case 'progress':
      return changeAttached(state, action.id, { percent: action.percent })
    case 'addressed':
      return {
        ...state,
        attached: state.attached.map((one) =>
          one.id === action.id && one.chosen
            ? { ...one, chosen: { ...one.chosen, address: action.address } }
            : one,
        ),
      }
    case 'uploaded':
      return changeAttached(state, action.id, {
        state: 'ready',
        chosen: null,
        file: action.file,
        error: null,
      })
    case 'uploadFailed':
      return changeAttached(state, action.id, {
        state: 'failed',
        error: action.error,
        isOutOfRoom: action.isOutOfRoom ?? false,
      })
    case 'detach':
      return { ...state, error: null, attached: state.attached.filter((one) => one.id !== action.id) }
    case 'askName':
      return { ...state, step: 'naming', error: null }
    case 'send':
      return { ...state, step: 'sending', error: null }
    case 'refuse':
      return { ...state, step: state.step === 'sending' ? 'writing' : state.step, error: action.error }
    case 'back':
      return { ...state, step: 'writing', error: null }
    case 'clear':
      return { text: '', attached: [], mentioned: [], step: 'writing', error: null }
    case 'restore': {
      const { text, attached, mentioned, key } = startCompose(action.draft)
      return {
        ...(key !== undefined && { key }),
        ...state,
        text: joinTexts(state.text, text),
        attached: [...state.attached, ...attached],
        mentioned: [...state.mentioned, ...mentioned],
        error: null,
      }
    }
  }
}

export const tooLongMessage = (noun: string, max: number): string =>
  `A ${noun} can have at most ${max} characters.`

/** Why this cannot be sent; null if it can. */
export function composeProblem(
  { text, attached }: ComposeState,
  { noun, max } = commentWords,
): string | null {
  if (isBlank(text) && attached.length === 0) return emptyMessage
  if (text.trim().length > max) return tooLongMessage(noun, max)
  const missing = attached.find((one) => one.state === 'missing')
  return missing ? `${missing.name} didn’t finish uploading. Choose it again, or remove it.` : null
}

type Described = Omit<ChosenFile, 'id' | 'address'>

/** Where each chosen file goes: unfinished ones take their own places before any new one. */
export function placesFor<F extends Described>(files: readonly F[], attached: readonly Attached[]) {
  let room = attachmentsMax - attached.length
  const again = files.flatMap((file) => {
    const chosen = findUnfinished(attached, file)
    return chosen ? [{ file, chosen, isTooMuch: false }] : []
  })
  const added = files
    .filter((file) => again.every((one) => one.file !== file))
    .map((file) => ({ file, chosen: newChoice(file), isTooMuch: room-- <= 0 }))
  return [...again, ...added]
}

function newChoice({ name, type, size, lastModified }: Described): ChosenFile {
  return { id: uuid(), name, type, size, lastModified, address: null }
}

/** The unfinished file that equals this one by all that browsers report. */
export function findUnfinished(attached: readonly Attached[], file: Described) {
  return attached.find(
    ({ state, chosen }) =>
      state === 'missing' &&
      chosen?.name === file.name &&
      chosen.size === file.size &&
      chosen.lastModified === file.lastModified &&
      chosen.type === file.type,
  )?.chosen
}

export function draftOf(state: ComposeState, marker: Draft['marker']): Draft {
  const { text, attached, mentioned, key } = state
  const files = attached.flatMap((one) => one.file ?? [])
  const unfinished = attached.flatMap((one) => one.chosen ?? [])
  const again = key === undefined ? {} : { key }
  return { text, files, unfinished, marker, mentioned: stillMentioned(text, mentioned), ...again }
}

/** Whether closing would lose something. */
export function hasContent(state: ComposeState): boolean {
  return !isEmptyDraft(draftOf(state, null)) || state.attached.length > 0
}

function attachedOf(chosen: ChosenFile, state: Attached['state']): Attached {
  return { id: chosen.id, name: chosen.name, state, percent: 0, chosen, file: null, error: null }
}

/** A file chosen again takes its own place. */
function attach(state: ComposeState, added: Attached): ComposeState {
  if (state.attached.some((one) => one.id === added.id)) {
    return { ...changeAttached(state, added.id, added), error: null }
  }
  if (state.attached.length >= attachmentsMax) return { ...state, error: tooMany }
  return { ...state, error: null, attached: [...state.attached, added] }
}

function changeAttached(state: ComposeState, id: string, change: Partial<Attached>): ComposeState {
  return { ...state, attached: state.attached.map((one) => (one.id === id ? { ...one, ...change } : one)) }
}
