import type { Reader } from '#web/lib/changes/read-kept'

type AnyInput = { kind: string }

// Methods, so that one list can hold kinds of different inputs.
type Parts<Input, State, Words, At, Left, Inverse> = {
  /** Changes of one queue go in order; by default all of a place. */
  queue?(input: Input, key: string): string
  /** The state as if it had arrived; `words` is what comes with the input. */
  apply?(state: State, input: Input, words: Words): State
  /** With `key`, which makes retries idempotent. */
  send(at: At, input: Input, words: Words & { key: string }): Promise<void>
  /** The change that restores the state before; null if there is none. */
  invert?(before: State, input: Input): Input | Inverse | null
  /** What is there after it: Undo goes no further if others have changed that since. */
  leaves?(before: State, input: Input, words: Words): Left
  /** Whether an earlier one of the same thing is no longer needed; by default one of its kind. */
  replaces?(input: Input, earlier: AnyInput): boolean
  /** One for it and an earlier one of its kind that waits; null if each is to be sent. */
  merge?(earlier: Input, input: Input): Input | null
  messages: {
    /** What a change lost whose part is gone: “comment you moved”. */
    thing(input: Input): string
    /** While it waits; by default as `done`. */
    waiting?(input: Input): string
    /** Beside Undo; `things`: the same was done to several. */
    done?(input: Input, things?: string): string
  }
  /** While it waits, only its effect shows. */
  isQuiet?: boolean
  /** The writer's own text in it, if that is not what comes with it. */
  text?(input: Input): string
  /** Nothing without text or files that come with it. */
  isWritten?: boolean
}

/** Everything that one kind of change is; `input` checks what a build kept, perhaps an older one. */
export type Change<Input, State, Words, At, Left = never, Inverse = never> = Parts<
  Input,
  State,
  Words,
  At,
  Left,
  Inverse
> & { input: Reader<Input> }

type Named<Name extends string, Fields> = { kind: Name } & Fields

/** `change` for one kind of state. `Words` comes with an input; `At` is for sending; `Inverse`: other kinds. */
export function changesOf<State, Words, At, Left = never, Inverse = never>() {
  return function change<const Name extends string, Fields>(
    name: Name,
    input: Reader<Fields>,
    rest: Parts<Named<Name, Fields>, State, Words, At, Left, Inverse>,
  ): Change<Named<Name, Fields>, State, Words, At, Left, Inverse> {
    const read = (value: unknown) => {
      const fields = input(value)
      return fields && ({ kind: name, ...fields } as Named<Name, Fields>)
    }
    return { ...rest, input: read }
  }
}

type Kinds<Input> = Record<string, { input: Reader<Input>; isWritten?: boolean }>

/** Reads what a build kept; null if invalid. Without a `kind`, the first that can read it takes it. */
export function readInput<Input>(kinds: Kinds<Input>, value: unknown, hasContent: boolean): Input | null {
  if (typeof value !== 'object' || value === null) return null
  for (const [name, { input, isWritten = false }] of Object.entries(kinds)) {
    const mayBe = (!('kind' in value) || value.kind === name) && (hasContent || !isWritten)
    const found = mayBe ? input(value) : undefined
    if (found !== undefined) return found
  }
  return null
}

/** What is kept of a change of this kind. */
export type InputOf<One extends { input: Reader<unknown> }> = Exclude<ReturnType<One['input']>, undefined>
