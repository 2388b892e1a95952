/** One property's declaration; `value` as written. */
export type Declaration = { property: string; value: string }

const skipped =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\]|\\[\s\S])*(?:"|$)|'(?:[^'\\]|\\[\s\S])*(?:'|$)|\((?:"[^"]*"|'[^']*'|[^()"']|\([^()]*\))*\)/y
const property = /([\w-]+)\s*:/y
const blank = /(?:\s|\/\*[\s\S]*?\*\/)+/y

type Rule = { selector: string }
/** Null leaves a value as it is; `rule`: null in a style attribute. */
type Change = (declaration: Declaration, rule: Rule | null) => string | null

/** Edits the declarations of a style attribute or sheet; skips comments, strings and selectors. */
export function editDeclarations(css: string, isSheet: boolean, change: Change): string {
  let edited = ''
  const selectors: string[] = []
  let isInside = !isSheet
  let from = 0
  let selectorFrom = 0
  for (let at = 0; at < css.length; ) {
    const gap = matchAt(blank, css, at)
    if (gap) {
      at += gap[0].length
      continue
    }
    const sign = css[at]
    if (sign === '{') {
      selectors.push(css.slice(selectorFrom, at).trim())
      isInside = true
    }
    if (sign === '}') {
      selectors.pop()
      isInside = selectors.length > 0 || !isSheet
    }
    if (sign === '{' || sign === '}' || sign === ';') {
      at += 1
      selectorFrom = at
      continue
    }
    const end = endOf(css, at)
    const named = isInside && css[end] !== '{' ? matchAt(property, css, at) : null
    if (named) {
      const start = at + named[0].length
      const rule = isSheet ? { selector: selectors.at(-1) ?? '' } : null
      const given = { property: (named[1] ?? '').toLowerCase(), value: css.slice(start, end) }
      const value = change(given, rule)
      if (value !== null) {
        edited += css.slice(from, start) + value
        from = end
      }
    }
    at = end
  }
  return edited + css.slice(from)
}

/** Where a declaration or a selector ends. */
function endOf(css: string, from: number): number {
  let at = from
  while (at < css.length && !/[;{}]/.test(css[at] ?? '')) at += matchAt(skipped, css, at)?.[0].length || 1
  return at
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
