// Zero-width, joiner, bidi and other invisible characters that make a name look empty.
const invisible =
  /[\p{Cc}\p{Cf}\p{Z}\p{Variation_Selector}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0\u2800]/gu

/** How many visible characters it has. */
export const visibleLength = (value: string): number => [...value.replace(invisible, '')].length

export function isBlank(value: string): boolean {
  return value.replace(invisible, '') === ''
}
