import { expect, test } from 'vitest'
import { contractWithoutSchemas } from './contract-without-schemas.ts'

const { transform } = contractWithoutSchemas()
const transformed = async (code: string, path: string): Promise<string> => {
  if (typeof transform !== 'function') throw new Error('the plugin does not transform')
  const answer = await Reflect.apply(transform, null, [code, `/repository/${path}`])
  return answer === null ? code : answer.code
}

test('an endpoint keeps its method and path, and loses every schema', async () => {
  const code = `export const take = route({ method: 'POST', path: '/a', body: Body, form: z.object({}), reply: one(A) })`
  expect(await transformed(code, 'packages/contract/src/a.ts')).toBe(
    `export const take = route({ method: 'POST', path: '/a', body: undefined, form: undefined, reply: undefined })`,
  )
})

test('every other unused value can be dropped, except plain ones', async () => {
  const drops = async (code: string) =>
    (await transformed(code, 'packages/contract/src/a.ts')).includes('@__PURE__')
  expect(await drops('export const A = z.string()')).toBe(true)
  expect(await drops('export const events = { a: z.string() }')).toBe(true)
  expect(await drops('export const all = { ...events }')).toBe(true)
  expect(await drops('const asked = { token: Token.optional() }')).toBe(true)
  expect(await drops('export const limits = { a: 1 }')).toBe(false)
  expect(await drops('export const path = (id) => id')).toBe(false)
})

test('a form’s schema comes from the second copy, whose endpoints stay whole', async () => {
  const page = `import { SignInBody, signIn } from '@wingmark/contract/users'`
  expect(await transformed(page, 'apps/web/src/a.tsx')).toBe(
    `import {signIn} from '@wingmark/contract/users'; import {SignInBody} from '@wingmark/contract/users?schemas'`,
  )
  const whole = await transformed(
    'export const take = route({ body: Body })',
    'packages/contract/src/a.ts?schemas',
  )
  expect(whole).toContain('body: Body')
})

test('reading a schema of an endpoint, which the browser lacks, fails the build', async () => {
  const form = (schema: string) => `import { signIn } from '@wingmark/contract/users'\nuseForm(${schema})`
  await expect(transformed(form('signIn.body'), 'apps/web/src/a.tsx')).rejects.toThrow(
    'signIn.body is left out',
  )
  await expect(transformed(form('signIn.path'), 'apps/web/src/a.tsx')).resolves.toContain('signIn.path')
})
