import type { Round } from '@wingmark/contract/rounds'
import type { OutboxItem } from '#web/features/comments/outbox/outbox-state'
import { closeRound } from '#web/features/room/round/changes/close-round'
import { decideOnFiles } from '#web/features/room/round/changes/decide-on-files'
import { extendRound } from '#web/features/room/round/changes/extend-round'
import type { Sending } from '#web/features/room/round/changes/round-change'
import { type Change, type InputOf, readInput } from '#web/lib/changes/change'

const kinds = { decide: decideOnFiles, state: closeRound, edit: extendRound }

type Inputs = { [Kind in keyof typeof kinds]: InputOf<(typeof kinds)[Kind]> }
/** Everything that people change in a review's rounds. */
export type RoundTarget = Inputs[keyof Inputs]
export type DecideTarget = Inputs['decide']
export type RoundItem = OutboxItem<RoundTarget>

export const changeOf = ({ kind }: RoundTarget): Change<RoundTarget, Round, object, Sending> => kinds[kind]

export const roundKinds = {
  read: (value: unknown, hasContent: boolean) => readInput<RoundTarget>(kinds, value, hasContent),
  of: changeOf,
}

/** A round with what waits on this device. */
export function withChanges(round: Round, targets: readonly RoundTarget[]): Round {
  return targets
    .filter((target) => target.round === round._id)
    .reduce((now, target) => changeOf(target).apply?.(now, target, {}) ?? now, round)
}

/** Whether a decision leaves nothing of an earlier one. */
export function isReplaced(earlier: RoundTarget, by: RoundTarget): boolean {
  if (earlier.kind !== by.kind || earlier.round !== by.round) return false
  if (earlier.kind !== 'decide' || by.kind !== 'decide') return true
  const files = new Set(by.files.map(({ file }) => file))
  return earlier.files.every(({ file }) => files.has(file))
}
