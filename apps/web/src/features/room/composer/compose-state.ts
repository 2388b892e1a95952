import { attachmentsMax, messageMax } from '@wingmark/contract/limits'
import { type Draft, type DraftFile, isEmptyDraft } from '#web/features/room/composer/drafts'

/** A file beside the text; `local` ones wait for a name, since only writers may upload. */
export type Attached = {
  id: string
  name: string
  state: 'local' | 'uploading' | 'ready' | 'failed'
  /** 0–100, of the bytes on their way. */
  percent: number
  file: DraftFile | null
  error: string | null
}

export type ComposeState = {
  text: string
  attached: readonly Attached[]
  step: 'writing' | 'naming' | 'sending'
  error: string | null
}

export type ComposeAction =
  | { do: 'write'; text: string }
  | { do: 'attach'; id: string; name: string; isUploading: boolean }
  | { do: 'upload'; id: string }
  | { do: 'progress'; id: string; percent: number }
  | { do: 'uploaded'; id: string; file: DraftFile }
  | { do: 'uploadFailed'; id: string; error: string }
  | { do: 'detach'; id: string }
  | { do: 'askName' }
  | { do: 'send' }
  | { do: 'refuse'; error: string }
  | { do: 'back' }
  | { do: 'clear' }
  | { do: 'restore'; draft: Draft }

export const emptyMessage = 'Write a message or attach a file.'
const tooLong = `A comment can have at most ${messageMax} characters.`
const tooMany = `At most ${attachmentsMax} files can be attached.`

export function startCompose(draft: Draft): ComposeState {
  const attached = draft.files.map(
    (file): Attached => ({ id: file._id, name: file.name, state: 'ready', percent: 100, file, error: null }),
  )
  return { text: draft.text, attached, step: 'writing', error: null }
}

export function composeReducer(state: ComposeState, action: ComposeAction): ComposeState {
  switch (action.do) {
    case 'write':
      return { ...state, text: action.text, error: null }
    case 'attach':
      if (state.attached.length >= attachmentsMax) return { ...state, error: tooMany }
      return { ...state, error: null, attached: [...state.attached, attachedOf(action)] }
    case 'upload':
      return changeAttached(state, action.id, { state: 'uploading', error: null })
    case 'progress':
      return changeAttached(state, action.id, { percent: action.percent })
    case 'uploaded':
      return changeAttached(state, action.id, { state: 'ready', file: action.file, error: null })
    case 'uploadFailed':
      return changeAttached(state, action.id, { state: 'failed', error: action.error })
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
      return { text: '', attached: [], step: 'writing', error: null }
    case 'restore':
      return startCompose(action.draft)
  }
}

/** Why this cannot be sent as it is; null if it can. */
export function composeProblem({ text, attached }: ComposeState): string | null {
  if (text.trim() === '' && attached.length === 0) return emptyMessage
  if (text.trim().length > messageMax) return tooLong
  return null
}

export function draftOf({ text, attached }: ComposeState, marker: Draft['marker']): Draft {
  return { text, files: attached.flatMap((one) => one.file ?? []), marker }
}

/** True while closing would lose something. */
export function hasContent(state: ComposeState): boolean {
  return !isEmptyDraft(draftOf(state, null)) || state.attached.length > 0
}

function attachedOf({ id, name, isUploading }: { id: string; name: string; isUploading: boolean }): Attached {
  return { id, name, state: isUploading ? 'uploading' : 'local', percent: 0, file: null, error: null }
}

function changeAttached(state: ComposeState, id: string, change: Partial<Attached>): ComposeState {
  return { ...state, attached: state.attached.map((one) => (one.id === id ? { ...one, ...change } : one)) }
}
