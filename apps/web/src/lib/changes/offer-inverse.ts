import { offerUndo } from '#web/lib/undo'

type Invertible<Input, State> = {
  invert?(before: State, input: Input): Input | null
  messages: { done?(input: Input): string }
}

/** Offers Undo of a change that has an inverse; `run` gets that. Returns what withdraws the offer. */
export function offerInverse<Input, State>(
  { invert, messages }: Invertible<Input, State>,
  before: State,
  input: Input,
  run: (inverse: Input) => unknown,
): () => void {
  const inverse = invert?.(before, input)
  return inverse && messages.done ? offerUndo(messages.done(input), () => run(inverse)) : () => {}
}
