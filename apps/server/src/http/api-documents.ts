import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { errorCatalogue, Failure } from '@wingmark/contract/errors'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
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
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
        schemas: { Failure: z.toJSONSchema(Failure) as object },
      },
    },
    transform: jsonSchemaTransform,
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: false,
    uiConfig: { docExpansion: 'list' },
  })
}
