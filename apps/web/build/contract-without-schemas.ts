import { type ESTree, type Plugin, parseSync } from 'vite'

const contractFile = /\/packages\/contract\/src\/[\w-]+\.ts(\?schemas)?$/
const webFile = /\/apps\/web\/src\/.*\.tsx?$/
const contractImport = /import \{([^}]*)\} from '(@wingmark\/contract\/[\w-]+)'/g
const forSchemas = '?schemas'
const schemaFields = new Set(['params', 'query', 'body', 'form', 'reply'])

/** Drops schemas from `route({…})`. Forms parse with a second copy of their file, so zod reaches only their pages. */
export function contractWithoutSchemas(): Plugin {
  return {
    name: 'contract-without-schemas',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      const isForm = source.startsWith('@wingmark/contract/') && source.endsWith(forSchemas)
      // Schemas build on others: those come from second copies too, or the first ones would stay.
      const isPart = importer?.endsWith(forSchemas) && source.startsWith('./')
      if (!isForm && !isPart) return null
      const plain = await this.resolve(source.replace(forSchemas, ''), importer?.replace(forSchemas, ''))
      return plain && { ...plain, id: plain.id + forSchemas }
    },
    transform: (code, id) => {
      if (webFile.test(id)) {
        const taken = schemaOfRoute(code)
        if (taken)
          throw new Error(`${taken} is left out of the web app: import its schema by a name of its own.`)
        return { code: code.replace(contractImport, schemasApart), map: null }
      }
      if (!contractFile.test(id)) return null
      const edits = parseSync(id.replace(forSchemas, ''), code).program.body.flatMap((statement) =>
        editsOf(statement, id.endsWith(forSchemas)),
      )
      return { code: applyEdits(code, edits), map: null, moduleSideEffects: false }
    },
    generateBundle(_options, bundle) {
      const parts = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [part] : []))
      const seen = new Set<string>()
      const names = parts.filter(isFirst).map(({ fileName }) => fileName)
      for (const name of names) {
        if (seen.has(name)) continue
        seen.add(name)
        const part = parts.find(({ fileName }) => fileName === name)
        if (part?.moduleIds.some((id) => id.includes('/node_modules/zod/')))
          this.error(`zod has come into what a visitor loads first, in ${name}.`)
        names.push(...(part?.imports ?? []))
      }
    },
  }
}

/** What a visitor of a review loads before it is on screen. */
const isFirst = (chunk: { isEntry: boolean; facadeModuleId: string | null }) =>
  chunk.isEntry || Boolean(chunk.facadeModuleId?.endsWith('/pages/review-page.tsx'))

/** A schema read from a route, which has none here. */
function schemaOfRoute(code: string): string | undefined {
  const names = [...code.matchAll(contractImport)].flatMap(([, all = '']) => all.split(','))
  const routes = names.map((name) => name.trim()).filter((name) => /^[a-z]\w*$/.test(name))
  const fields = [...schemaFields].join('|')
  return routes.flatMap((name) => new RegExp(`\\b${name}\\.(?:${fields})\\b`).exec(code) ?? [])[0]
}

/** Capitalised values are schemas; types are already gone. */
function schemasApart(statement: string, names: string, from: string): string {
  const all = names.split(',').map((name) => name.trim())
  const schemas = all.filter((name) => /^[A-Z]/.test(name))
  if (schemas.length === 0) return statement
  const others = all.filter((name) => !schemas.includes(name))
  return `import {${others.join(', ')}} from '${from}'; import {${schemas.join(', ')}} from '${from}${forSchemas}'`
}

type Edit = { start: number; end: number; replace: (text: string) => string }

function editsOf(statement: ESTree.Statement, isForSchemas: boolean): Edit[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declaration?.type !== 'VariableDeclaration') return []
  return declaration.declarations.flatMap(({ init }) => {
    if (!init || init.type === 'Literal' || init.type === 'ArrowFunctionExpression') return []
    const isCall = init.type === 'CallExpression'
    if (!isForSchemas && isCall && init.callee.type === 'Identifier' && init.callee.name === 'route') {
      return init.arguments.flatMap(withoutSchemas)
    }
    // An immediately called function would be inlined, and its arguments kept.
    const droppable = (text: string) => `/* @__PURE__ */ Reflect.apply(() => (${text}), undefined, [])`
    // A plain object is droppable as it is, unless it creates, combines or spreads schemas.
    const replace = (text: string) =>
      isCall || /\bz\s*\.|\.\.\.|\.\w+\(/.test(text) ? droppable(text) : text
    return [{ start: init.start, end: init.end, replace }]
  })
}

function withoutSchemas(argument: ESTree.Argument): Edit[] {
  if (argument.type !== 'ObjectExpression') return []
  return argument.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
    if (!schemaFields.has(property.key.name)) return []
    return [{ start: property.value.start, end: property.value.end, replace: () => 'undefined' }]
  })
}

function applyEdits(code: string, edits: Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (text, edit) =>
        text.slice(0, edit.start) + edit.replace(text.slice(edit.start, edit.end)) + text.slice(edit.end),
      code,
    )
}
