/** Exported pieces of SQL that lean on a name of the statement around them without `needs` of db/piece.ts. */

const statements = /\b(?:statement|byPages|exportedItems|searchSource)\(/
const clause = '\\b(?:from|join|update|into|using|lateral|ordinality)\\s+'

// With the brackets of what is put in, three deep.
const putIn = /\$\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g
/** What a declaration is or gives; what it hands to a function may lean on names of that. */
const given = /(?:(?<==>?\s*|return\s*|\))`([^`]*)`|(?<==>?\s*)'([^'\n]*)')/g

/** The texts of a declaration, with `·` for what is put in. */
const textsOf = (declaration: string): string =>
  [...declaration.replace(putIn, '·').matchAll(given)]
    .map(([, template, quoted]) => template ?? quoted ?? '')
    .join(' ; ')
    .replace(/'[^']*'/g, "''")

function isBrought(text: string, name: string): boolean {
  const alias = `(?:[)·]|${clause}\\w+|,\\s*\\w+)\\s+(?:as\\s+)?${name}\\b(?!\\.)`
  const part = `\\b${name} ?(?:\\([^)]*\\))? as (?:not )?(?:materialized )?\\(`
  return new RegExp(
    `${alias}|${part}|(?:${clause}|^\\s*|;\\s*|,\\s*)(?:\\w+ )?${name}\\b(?!\\.)|\\b${name}\\(`,
  ).test(text)
}

/** By piece, the names that it does not declare. */
export function leaningIn(source: string, tables: ReadonlySet<string>): { piece: string; name: string }[] {
  const code = source.replace(/\/\*.*?\*\//gs, '').replace(/^\s*\/\/.*$/gm, '')
  const declarations = code.split(/^(?=(?:export )?(?:async )?(?:const|let|function|type)\b)/m)
  return declarations.flatMap((declaration) => {
    const piece = /^export (?:const|function) (\w+)/.exec(declaration)?.[1]
    if (piece === undefined || statements.test(declaration)) return []
    const text = textsOf(declaration)
    const aliases = [...text.matchAll(/(?<![\w".@/·])([a-z_]+)\.[a-z_]+\b/g)]
      .flatMap(([, name]) => name ?? [])
      .filter((name) => !isBrought(text, name) && name !== 'excluded')
    const parts = [...text.matchAll(/(?<!distinct )\b(?:from|join) ([a-z_]+)\b(?![.(])/g)]
      .flatMap(([, name]) => name ?? [])
      .filter(
        (name) =>
          !tables.has(name) &&
          name !== 'lateral' &&
          !new RegExp(`\\b${name} as (?:not )?(?:materialized )?\\(`).test(text),
      )
    return [...new Set([...aliases, ...parts])]
      .filter((name) => !new RegExp(`\\bneeds\\([^)]*'${name}'`).test(declaration))
      .map((name) => ({ piece, name }))
  })
}
