import { isDeepStrictEqual } from 'node:util'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { errorCatalogue, Failure } from '@wingmark/contract/errors'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { streamPaths } from '#server/http/api-streams'
import type { Config } from '#server/platform/config'

/** `GET /openapi.json`, made from the contract's routes, and a page to read it at `/docs`. */
export async function documentApi(app: FastifyInstance, config: Config): Promise<void> {
  // Mounting parses by itself, with the contract's messages; the schemas are only for the document.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Wingmark',
        version: '0.1.0',
        license: { name: 'MIT', identifier: 'MIT' },
        description: `Send the code or token of a share link with each call, as X-Share-Token or ?share=. Calls that create something take an Idempotency-Key. For 24 hours, the same key with the same request returns what the first call created; with a different request it returns 422 KEY_REUSED, with the id in \`existing\`. Failures look like \`Failure\`. Codes: ${Object.keys(errorCatalogue).join(', ')}.`,
      },
      servers: [{ url: config.publicUrl }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'Token of a user or a guest.' },
          shareToken: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Share-Token',
            description: 'Code or token of a share link. You can also send it as `?share=`.',
          },
        },
        schemas: { Failure: z.toJSONSchema(Failure) as object },
      },
    },
    transform: jsonSchemaTransform,
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => finish(app.swagger()))
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: false,
    uiConfig: { docExpansion: 'list' },
  })
}

type Schema = { [name: string]: unknown }

/** Adds what routes do not declare: streams, uploads, tags, and one shared shape of failures. */
function finish(document: object): object {
  const made = structuredClone(document) as { paths: Record<string, Operations> }
  const { paths } = made
  for (const [path, streamed] of Object.entries(streamPaths))
    paths[path] = { ...paths[path], ...streamed } as Operations
  const operations = Object.values(paths).flatMap((one) => Object.values(one))
  for (const { responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      const schema = response.content?.['application/json']?.schema
      if (typeof schema?.description !== 'string') continue
      response.description = schema.description
      if (Number(status) >= 400) response.content = { 'application/json': { schema: { $ref: failureRef } } }
      else delete schema.description
    }
  }
  const tags = [...new Set(operations.flatMap((one) => one.tags))].map((name) => ({ name }))
  const whole = { ...made, tags, paths }
  completeSchemas(whole)
  return whole
}

const failureRef = '#/components/schemas/Failure'
type Operations = Record<string, Operation>
type Operation = {
  tags: string[]
  responses: Record<string, { description?: string; content?: Record<string, { schema: Schema }> }>
}

/** Writes out zod's short forms that some tools reject: lists of fixed length, and records with known names. */
function completeSchemas(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const one of Object.values(value)) completeSchemas(one)
  const schema = value as Schema
  const { prefixItems: fixed, required: names, properties, additionalProperties: each } = schema
  if (schema['type'] === 'array' && Array.isArray(fixed)) schema['items'] = oneOfThem(fixed)
  if (schema['type'] !== 'object' || properties !== undefined || !Array.isArray(names)) return
  schema['properties'] = Object.fromEntries(names.map((name: string) => [name, each]))
  schema['additionalProperties'] = false
  delete schema['propertyNames']
}

function oneOfThem(schemas: unknown[]): unknown {
  const different = schemas.filter(
    (one, at) => schemas.findIndex((other) => isDeepStrictEqual(one, other)) === at,
  )
  return different.length === 1 ? different[0] : { anyOf: different }
}
