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
  // Mounting parses by itself, with the contract's messages; the schemas are there to be documented.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Wingmark',
        version: '0.1.0',
        description: `A share link is shown with each call, by its code or its token: X-Share-Token, or ?share= in the address. Calls that make something take an Idempotency-Key. Failures have the shape of \`Failure\`. Codes: ${Object.keys(errorCatalogue).join(', ')}.`,
      },
      servers: [{ url: config.publicUrl }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'Token of a user or a guest.' },
          shareToken: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Share-Token',
            description: 'Code or token of a share link; `?share=` in the address says the same.',
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

/** What the routes cannot say by themselves: streams, uploads, tags, and failures by one shape instead of a copy for each. */
function finish(document: object): object {
  const made = structuredClone(document) as { paths: Record<string, Record<string, Operation>> }
  const paths = { ...made.paths, ...streamPaths } as typeof made.paths
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
  completeTuples(whole)
  return whole
}

const failureRef = '#/components/schemas/Failure'
type Operation = {
  tags: string[]
  responses: Record<string, { description?: string; content?: Record<string, { schema: Schema }> }>
}

/** A list of fixed length has no further items, which not all tools take as an answer. */
function completeTuples(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const one of Object.values(value)) completeTuples(one)
  const schema = value as Schema
  const fixed = schema['prefixItems']
  if (schema['type'] === 'array' && Array.isArray(fixed)) schema['items'] = { anyOf: fixed }
}
