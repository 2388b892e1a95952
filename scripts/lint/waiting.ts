/** Rules of oxlint: on a busy machine tests that sleep or look once pass or fail by chance. */
type Node = { type: string; start: number } & Record<string, unknown>
type Context = { report: (problem: { node: Node; message: string }) => void }

/** What Playwright returns at once, without waiting. */
const looks = new Set([
  ...['count', 'isVisible', 'isHidden', 'isDisabled', 'isEnabled', 'isChecked', 'isEditable'],
  ...['textContent', 'innerText', 'innerHTML', 'inputValue', 'getAttribute', 'boundingBox', 'title'],
  ...['allTextContents', 'allInnerTexts', 'evaluate', 'evaluateAll', 'ariaSnapshot'],
])
/** Those that only serve in expectations. */
const states = new Set([...looks].filter((name) => !/^evaluate|boundingBox|ariaSnapshot/.test(name)))

const isNode = (value: unknown): value is Node => value instanceof Object && 'type' in value
const isFunction = ({ type }: Node) => /Function/.test(type)
const nameOf = (value: unknown) => (isNode(value) && value.type === 'Identifier' ? value['name'] : undefined)

function childrenOf(node: Node): Node[] {
  const fields = Object.entries(node).filter(([name]) => name !== 'parent')
  return fields.flatMap(([, value]) => (Array.isArray(value) ? value : [value]).filter(isNode))
}

/** The node and all nodes below; `isIn` excludes some. */
function all(node: Node, isIn: (one: Node) => boolean = () => true): Node[] {
  return [node, ...childrenOf(node).flatMap((child) => (isIn(child) ? all(child, isIn) : []))]
}

const here = (node: Node) => all(node, (one) => !isFunction(one))

const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const argumentsOf = (node: Node) => listOf(node['arguments'])

/** `method` of `x.method()`, `name` of `name()`. */
function calledOf(node: Node): { method?: unknown; name?: unknown } {
  const { callee } = node
  if (node.type !== 'CallExpression' || !isNode(callee)) return {}
  return callee.type === 'MemberExpression'
    ? { method: nameOf(callee['property']) }
    : { name: nameOf(callee) }
}

const isLook = (node: Node, of = looks) => of.has(String(calledOf(node).method))

/** Functions of this file that return what they see, by name, also through one another. */
function lookingOf(program: Node): Set<unknown> {
  const known = new Set<unknown>(askedElsewhere(program))
  const functions = all(program).flatMap((node): [unknown, Node][] => {
    if (node.type === 'FunctionDeclaration') return [[nameOf(node['id']), node]]
    const made = node.type === 'VariableDeclarator' ? node['init'] : undefined
    return isNode(made) && isFunction(made) ? [[nameOf(node['id']), made]] : []
  })
  for (let size = -1; size < known.size; ) {
    size = known.size
    for (const [name, made] of functions) if (answersOf(made).some((one) => sees(one, known))) known.add(name)
  }
  return known
}

/** Calls of functions from other files of journeys in expectations. */
function askedElsewhere(program: Node): unknown[] {
  const imports = all(program).filter(
    ({ type, source }) =>
      type === 'ImportDeclaration' && isNode(source) && String(source['value']).startsWith('./'),
  )
  const names = imports.flatMap((one) => listOf(one['specifiers']).map(({ local }) => nameOf(local)))
  return names.filter((name) => /^(?:is|has)[A-Z]/.test(String(name)))
}

/** What a function returns: the expression of an arrow, or its return values. */
function answersOf(made: Node): Node[] {
  const { body } = made
  if (!isNode(body)) return []
  if (body.type !== 'BlockStatement') return [body]
  const returned = here(body).filter(({ type }) => type === 'ReturnStatement')
  return returned.flatMap(({ argument }) => (isNode(argument) ? [argument] : []))
}

const sees = (expression: Node, looking: ReadonlySet<unknown>) =>
  here(expression).some((one) => isLook(one) || looking.has(calledOf(one).name))

const awaitedIn = (expression: Node) => here(expression).filter(({ type }) => type === 'AwaitExpression')

const glance =
  'a look at one moment: expect.poll(() => …) waits until it holds. What must not be there is looked for once something has come that comes no earlier.'

/** `expect(await page.getByRole('alert').count())`. */
const noGlance = {
  create: (context: Context) => ({
    Program(program: Node) {
      const looking = lookingOf(program)
      const seen = new Set<unknown>()
      for (const node of all(program)) {
        const { id, init } = node
        if (node.type === 'VariableDeclarator' && isNode(init) && init.type === 'AwaitExpression')
          if (isNode(init['argument']) && isLook(init['argument'], states)) seen.add(nameOf(id))
        const [subject] = argumentsOf(node)
        if (calledOf(node).name !== 'expect' || !subject) continue
        if (seen.has(nameOf(subject)) || awaitedIn(subject).some((one) => sees(one, looking)))
          context.report({ node, message: glance })
      }
    },
  }),
}

const sleep = 'a sleep: wait for the event itself, or by expect.poll for what must hold.'

/** Whether a promise's function does nothing but delay it; without a delay it is the next turn. */
function isSleep(node: Node): boolean {
  const [executor] = argumentsOf(node)
  if (node.type !== 'NewExpression' || nameOf(node['callee']) !== 'Promise' || !executor) return false
  const done = nameOf(listOf(executor['params'])[0])
  return all(bareOf(executor)).some((one) => {
    const [then, delay] = argumentsOf(one)
    const isOfIt = then && (nameOf(then) === done || all(then).some((below) => calledOf(below).name === done))
    return calledOf(one).name === 'setTimeout' && isOfIt && delay !== undefined && delay['value'] !== 0
  })
}

/** The one expression of a function; nothing for a longer one. */
function bareOf(executor: Node): Node {
  const nothing = { type: 'EmptyStatement', start: 0 }
  const { body } = executor
  if (!isNode(body)) return nothing
  if (body.type !== 'BlockStatement') return body
  const [statement, ...more] = listOf(body['body'])
  return statement?.type === 'ExpressionStatement' && more.length === 0 ? statement : nothing
}

const noSleep = {
  create: (context: Context) => ({
    ImportDeclaration(node: Node) {
      const { source } = node
      if (isNode(source) && /^(?:node:)?timers\/promises$/.test(String(source['value'])))
        context.report({ node, message: sleep })
    },
    NewExpression(node: Node) {
      if (isSleep(node)) context.report({ node, message: sleep })
    },
    CallExpression(node: Node) {
      if (calledOf(node).method === 'waitForTimeout') context.report({ node, message: sleep })
    },
  }),
}

export default { meta: { name: 'waiting' }, rules: { 'no-glance': noGlance, 'no-sleep': noSleep } }
