import type { FastifyRequest } from 'fastify'
import { networkOf } from '#server/http/network'
import { DomainError } from '#server/platform/domain-error'
import type { Limits } from '#server/platform/rate-limits'

/**
 * Counts a request for something missing or hidden, per network. Returns the error to send: RATE_LIMITED after too
 * many.
 */
export async function countMiss<E extends Error>(
  limits: Limits,
  error: E,
  request: FastifyRequest,
): Promise<E | DomainError> {
  if (!(error instanceof DomainError) || !error.isMiss) return error
  try {
    await limits.consume({ reviewMissByAddress: networkOf(request.ip) })
    return error
  } catch (refused) {
    if (refused instanceof DomainError) return refused
    throw refused
  }
}
