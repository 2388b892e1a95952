import { createHash } from 'node:crypto'
import type { CheckRule, Region, Severity } from '@wingmark/contract/checks'
import { shorten } from '@wingmark/contract/shorten'
import type { FileKind } from '#server/modules/checks/rules/medium'

/** A finding as a rule returns it. */
export type Found = {
  rule: CheckRule
  severity: Severity
  region: Region | null
  words: string | null
  /** The single word it is about. */
  word?: string
  says: string
  proposal: string
  swatches: readonly string[]
  maybe: boolean
  fingerprint: string
}

/** Below this, recognised words may be wrong, so their spelling is not checked. */
export const certain = 85

/** Equal for the same finding in a later run or another file. */
export function fingerprintOf(rule: CheckRule, ...parts: readonly (string | number)[]): string {
  const text = [rule, ...parts]
    .join('\n')
    .toLowerCase()
    .replace(/[ \t]+/g, ' ')
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Measured text in pictures varies slightly between files, so there only letters and `lasting` values count. */
export function fingerprintOfWords(
  kind: FileKind,
  rule: CheckRule,
  words: string,
  { measured, lasting = [] }: { measured: readonly (string | number)[]; lasting?: readonly string[] },
): string {
  if (kind === 'PDF') return fingerprintOf(rule, words, ...measured)
  return fingerprintOf(rule, words.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim(), ...lasting)
}

/** The start of a text, for use in a sentence. */
export function quoted(words: string): string {
  return `“${shorten(words, 40)}”`
}

/** At most one decimal. */
export const short = (value: number) => String(Math.round(value * 10) / 10)

export const inside = ({ x, y, width, height }: Region): Region => {
  const [left, top] = [Math.max(0, Math.min(1, x)), Math.max(0, Math.min(1, y))]
  return {
    x: left,
    y: top,
    width: Math.max(0, Math.min(1 - left, width)),
    height: Math.max(0, Math.min(1 - top, height)),
  }
}
