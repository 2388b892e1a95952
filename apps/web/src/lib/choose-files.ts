import { checkFile } from '@wingmark/contract/file-check'
import { acceptedTypes, allExtensions, type FilePurpose, fileMessages } from '@wingmark/contract/file-types'

export type Choice<F> =
  /** Uploads nothing; each message is an error toast. `rest` are the valid files. */
  | { outcome: 'refused'; messages: string[]; rest: F[] }
  /** The user decides whether to continue despite the warnings. */
  | { outcome: 'confirm'; files: F[]; warnings: string[] }
  | { outcome: 'accepted'; files: F[] }

/** Judges a selection of files: one invalid file stops all of them. */
export function judgeSelection<F extends { name: string; type: string; size: number }>(
  files: readonly F[],
  purpose: FilePurpose,
): Choice<F> {
  if (files.length === 0) return { outcome: 'refused', messages: [fileMessages.noneValid(purpose)], rest: [] }
  const checks = files.map((file) => ({ file, ...checkFile(file, purpose) }))
  const errors = checks.flatMap((check) => check.error ?? [])
  if (errors.length > 0) {
    // For a single file its own sentence says everything.
    const isWorthSaying = errors.length === files.length && files.length > 1
    const noneValid = isWorthSaying ? [fileMessages.noneValid(purpose)] : []
    const rest = checks.filter((check) => check.error === undefined).map((check) => check.file)
    return { outcome: 'refused', messages: [...errors, ...noneValid], rest }
  }
  const warnings = checks.flatMap((check) => check.warning ?? [])
  if (warnings.length > 0) return { outcome: 'confirm', files: [...files], warnings }
  return { outcome: 'accepted', files: [...files] }
}

/** For a file picker's `accept`: every accepted type by MIME type and extension. */
export function acceptAttribute(purpose: FilePurpose): string {
  return acceptedTypes(purpose)
    .flatMap((type) => [type.mime, ...allExtensions(type).map((extension) => `.${extension}`)])
    .join(',')
}

/** The same for the browser's picker that returns handles. */
export function acceptTypes(purpose: FilePurpose): Record<string, string[]> {
  return Object.fromEntries(
    acceptedTypes(purpose).map((type) => [
      type.mime,
      allExtensions(type).map((extension) => `.${extension}`),
    ]),
  )
}
