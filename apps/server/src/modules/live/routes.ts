import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps'
import type { Authenticate } from '#server/http/actor'

export function mountLive(
  _app: FastifyInstance,
  _deps: Deps,
  _options: { authenticate: Authenticate },
): void {}
