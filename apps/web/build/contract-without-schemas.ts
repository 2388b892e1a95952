import { type ESTree, type Plugin, parseSync } from 'vite'

const contractFile = /\/packages\/contract\/src\/[\w-]+\.ts$/
const schemaFields = new Set(['params', 'query', 'body', 'reply'])

/**
 * The web app calls an endpoint by its method and path; only forms parse with its schemas.
 * Leaves the schemas out of `route({…})` and marks every other value as droppable, so that
 * zod and the schemas reach only those pages that use them.
 */
export function contractWithoutSchemas(): Plugin {
  return {
    name: 'contract-without-schemas',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => {
      if (!contractFile.test(id)) return null
      const edits = parseSync(id, code).program.body.flatMap((statement) => editsOf(statement))
      return { code: applyEdits(code, edits), map: null, moduleSideEffects: false }
    },
  }
}

type Edit = { start: number; end: number; replace: (text: string) => string }

function editsOf(statement: ESTree.Statement): Edit[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declaration?.type !== 'VariableDeclaration') return []
  return declaration.declarations.flatMap(({ init }) => {
    if (init?.type !== 'CallExpression') return []
    if (init.callee.type === 'Identifier' && init.callee.name === 'route') {
      return init.arguments.flatMap(withoutSchemas)
    }
    return [
      { start: init.start, end: init.end, replace: (text: string) => `/* @__PURE__ */ (() => ${text})()` },
    ]
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
