import * as contract from '@wingmark/contract/private-notes'
import { call } from '#web/lib/api'
import { isMissing, makeOrChange } from '#web/lib/api-error'
import { type Change, changesOf, type InputOf } from '#web/lib/changes/change'
import { number, orNull, shape, text } from '#web/lib/changes/read-kept'

type Notes = readonly contract.PrivateNote[]
/** Takes the server's answer. */
type Sending = { saved: (note: contract.PrivateNote) => void }

/** Sent at once: unsaved text is kept as a draft. */
const change = changesOf<Notes, object, Sending, never, { kind: 'restore'; note: string }>()

/** Saves a note over this version; without one it is new. */
const writeNote = change('write', shape({ workspace: text, note: text, text, version: orNull(number) }), {
  async send({ saved }, { workspace, note: id, text: note, version }, { key }) {
    const put = (at: string, from: number) =>
      call(contract.updatePrivateNote, { params: { id: at }, body: { note, version: from } })
    const answer = await (version !== null
      ? put(id, version)
      : makeOrChange(
          () => call(contract.createPrivateNote, { body: { workspace, note }, idempotencyKey: key }),
          // As created: a later change asks like any other.
          (made) => put(made, 1),
        ))
    saved(answer.result)
  },
  messages: { thing: () => 'note you wrote' },
})

const deleteNote = change('delete', shape({ note: text }), {
  apply: (notes, { note }) => notes.filter(({ _id }) => _id !== note),
  async send(_at, { note: id }) {
    try {
      await call(contract.deletePrivateNote, { params: { id } })
    } catch (error) {
      // Already deleted, on another device or by a call whose answer was lost.
      if (!isMissing(error)) throw error
    }
  },
  invert: (_before, { note }) => ({ kind: 'restore', note }),
  messages: { thing: () => 'note you deleted', done: () => 'Note deleted' },
})

/** Shows once the server has answered with it. */
const restoreNote = change('restore', shape({ note: text }), {
  send: async ({ saved }, { note: id }) =>
    saved((await call(contract.restorePrivateNote, { params: { id } })).result),
  messages: { thing: () => 'note you restored' },
})

const kinds = { write: writeNote, delete: deleteNote, restore: restoreNote }

type Inputs = { [Kind in keyof typeof kinds]: InputOf<(typeof kinds)[Kind]> }
export type NoteInput = Inputs[keyof Inputs]

export const changeOf = ({ kind }: NoteInput): Change<NoteInput, Notes, object, Sending> => kinds[kind]
