import type { Version } from '@wingmark/contract/versions'
import { alignPins } from '#web/features/room/versions/changes/align-pins'
import { makeCurrent } from '#web/features/room/versions/changes/make-current'
import { noteVersion } from '#web/features/room/versions/changes/note-version'
import { removeVersion } from '#web/features/room/versions/changes/remove-version'
import type { Sending } from '#web/features/room/versions/changes/version-change'
import { type Change, type InputOf, readInput } from '#web/lib/changes/change'

const kinds = { note: noteVersion, current: makeCurrent, remove: removeVersion, align: alignPins }

type Inputs = { [Kind in keyof typeof kinds]: InputOf<(typeof kinds)[Kind]> }
/** Everything that people change in a file's versions. */
export type VersionTarget = Inputs[keyof Inputs]

export const changeOf = ({
  kind,
}: VersionTarget): Change<VersionTarget, readonly Version[], object, Sending> => kinds[kind]

export const versionKinds = {
  read: (value: unknown, hasContent: boolean) => readInput<VersionTarget>(kinds, value, hasContent),
  of: changeOf,
}

/** Versions with what waits applied. */
export function withChanges(
  versions: readonly Version[],
  targets: readonly VersionTarget[],
): readonly Version[] {
  return targets.reduce((now, target) => changeOf(target).apply?.(now, target, {}) ?? now, versions)
}
