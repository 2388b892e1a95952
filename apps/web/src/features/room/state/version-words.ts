import type { File } from '@wingmark/contract/files'

type Stack = Pick<File, 'versionCount'>

/** Answers cached by an older build do not say. */
export const hasVersions = ({ versionCount }: Stack): boolean => versionCount > 1

/** “Version 2 of 3”; without the count where removed versions have left gaps. */
export const versionWords = (number: number, { versionCount }: Stack): string =>
  number > versionCount ? `Version ${number}` : `Version ${number} of ${versionCount}`
