import {
  deliveryEvents,
  liveDeliveryPath,
  liveReviewPath,
  liveUserPath,
  liveWorkspacePath,
  reviewEvents,
  userEvents,
  workspaceEvents,
} from '@wingmark/contract/live'
import { TusMetadata, tusContentType, tusFileHeaders, tusPath, tusVersion } from '@wingmark/contract/tus'
import { z } from 'zod'

// Describes what has no route in the contract, as it is not JSON: live streams, resumable uploads and downloads.

const text = { type: 'string' }
const header = (name: string, description: string, required = false) => ({
  name,
  in: 'header',
  required,
  description,
  schema: text,
})
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }
const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
})

function schemaOf(shape: z.ZodType) {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(shape)
  return schema
}

function stream(events: Record<string, z.ZodType>) {
  const shapes = Object.entries(events).map(([event, data]) => ({
    type: 'object',
    required: ['event', 'data'],
    properties: {
      id: { ...text, description: 'Number to resume from. Send it back as Last-Event-ID.' },
      event: { type: 'string', const: event },
      data: schemaOf(data),
    },
  }))
  return {
    description:
      'Server-sent events until either side closes the stream. Each is one of these, with `data` as JSON on one line.',
    content: { 'text/event-stream': { schema: { oneOf: shapes } } },
  }
}

const lastEventId = [
  header('Last-Event-ID', 'The last id received. Missed events come first.'),
  {
    name: 'lastEventId',
    in: 'query',
    description: 'The same, for clients that cannot set headers.',
    schema: text,
  },
]
const ofStream = {
  '401': failure('Not signed in.'),
  '429': failure('Too many streams from this address.'),
  '503': failure('Too many streams on this server.'),
}

const tusVersionHeader = header('Tus-Resumable', `Always ${tusVersion}.`, true)
const offset = { 'Upload-Offset': { description: 'Bytes received so far.', schema: text } }
const fileHeaders = {
  [tusFileHeaders.id]: { description: 'The resulting file, once all bytes have arrived.', schema: text },
  [tusFileHeaders.key]: { description: 'Its key.', schema: text },
}
const ofUpload = {
  '400': failure('Violates the protocol.'),
  '401': failure('Neither a user nor a guest.'),
  '404': failure('No such upload of yours.'),
  '412': failure('Another version of the protocol.'),
  '429': failure('Too many uploads.'),
}
const tus = { tags: ['file'], security: [{ bearer: [] }, { bearer: [], shareToken: [] }] }
const bytes = { content: { [tusContentType]: { schema: { type: 'string', format: 'binary' } } } }
const file = { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
const metadataNames = Object.keys(TusMetadata.shape).join(', ')

/** Paths of the document, by path. */
export const streamPaths = {
  [liveReviewPath('{id}')]: {
    get: {
      operationId: 'hearReview',
      summary: 'Live events of a review, as server-sent events',
      tags: ['live'],
      security: [{}, { bearer: [] }, { shareToken: [] }, { bearer: [], shareToken: [] }],
      parameters: [id, ...lastEventId],
      responses: {
        '200': stream(reviewEvents),
        ...ofStream,
        '404': failure('Not found or not visible.'),
        '410': failure('The link has expired.'),
        '423': failure('The link needs its access key.'),
      },
    },
  },
  [liveWorkspacePath('{id}')]: {
    get: {
      operationId: 'hearWorkspace',
      summary: 'Live events of a workspace, as server-sent events',
      tags: ['live'],
      security: [{ bearer: [] }],
      parameters: [id, ...lastEventId],
      responses: {
        '200': stream(workspaceEvents),
        ...ofStream,
        '404': failure('Not found or not visible.'),
      },
    },
  },
  [liveDeliveryPath('{id}')]: {
    get: {
      operationId: 'hearDelivery',
      summary: 'Live events of a delivery, for its sender and people with a link, as server-sent events',
      tags: ['live'],
      security: [{}, { bearer: [] }, { shareToken: [] }, { bearer: [], shareToken: [] }],
      parameters: [id, ...lastEventId],
      responses: {
        '200': stream(deliveryEvents),
        ...ofStream,
        '404': failure('Not found or not visible.'),
        '410': failure('The link has expired or reached its download limit.'),
        '423': failure('The link needs its access key.'),
      },
    },
  },
  [liveUserPath]: {
    get: {
      operationId: 'hearUser',
      summary: 'Live events of the caller, as server-sent events',
      tags: ['live'],
      security: [{ bearer: [] }],
      parameters: lastEventId,
      responses: { '200': stream(userEvents), ...ofStream },
    },
  },
  '/user/api/v1/export': {
    get: {
      operationId: 'downloadExport',
      summary: 'Everything the caller owns, as a zip',
      tags: ['user'],
      security: [{ bearer: [] }],
      responses: {
        '200': {
          description: 'All of it.',
          content: { 'application/zip': file.content['application/octet-stream'] },
        },
        '401': failure('Not signed in.'),
        '429': failure('Too many zips.'),
      },
    },
  },
  '/transfer/api/v1/file/download/{id}': {
    get: {
      operationId: 'downloadTransfer',
      summary:
        'Download a file or folder from your transfers, by its id or its file’s id; a folder comes as a zip',
      tags: ['transfer'],
      security: [{ bearer: [] }],
      parameters: [
        id,
        header('Range', 'One byte range, to resume a download.'),
        header('If-Range', 'The ETag of the earlier part. If it has changed, everything is sent.'),
      ],
      responses: {
        '200': { description: 'All of it.', ...file },
        '206': { description: 'The range.', ...file },
        '304': { description: 'Not modified.' },
        '401': failure('Not signed in.'),
        '404': failure('No such file or folder of yours.'),
        '416': { description: 'Range not satisfiable.' },
        '429': failure('Too many zips.'),
      },
    },
  },
  [tusPath]: {
    post: {
      ...tus,
      operationId: 'createTusUpload',
      summary: 'Start a resumable upload (tus 1.0.0), with or without bytes',
      parameters: [
        tusVersionHeader,
        header('Upload-Length', 'Size of the whole file in bytes.', true),
        header('Upload-Metadata', `As in tus. Known keys: ${metadataNames}.`),
        header(
          'Idempotency-Key',
          'UUID. The same key never starts two uploads; with another length or other metadata it is refused: KEY_REUSED.',
        ),
      ],
      requestBody: bytes,
      responses: {
        '201': {
          description: 'Started. Continue at `Location`.',
          headers: { Location: { schema: text }, ...offset, ...fileHeaders },
        },
        ...ofUpload,
        '413': failure('Larger than the maximum file size.'),
        '415': failure('This type is not accepted.'),
        '507': failure('No storage left.'),
      },
    },
  },
  [`${tusPath}/{id}`]: {
    head: {
      ...tus,
      operationId: 'findTusUpload',
      summary: 'Progress of an upload',
      parameters: [id, tusVersionHeader],
      responses: {
        '200': { description: 'Known.', headers: { ...offset, ...fileHeaders } },
        '401': { description: 'Neither a user nor a guest.' },
        '404': { description: 'No such upload of yours.' },
        '412': { description: 'Another version of the protocol.' },
      },
    },
    patch: {
      ...tus,
      operationId: 'appendToTusUpload',
      summary: 'Continue an upload',
      parameters: [id, tusVersionHeader, header('Upload-Offset', 'Offset of these bytes.', true)],
      requestBody: { required: true, ...bytes },
      responses: {
        '204': { description: 'Taken.', headers: { ...offset, ...fileHeaders } },
        ...ofUpload,
        '409': failure('Wrong offset.'),
        '415': failure('This type is not accepted.'),
        '507': failure('No storage left.'),
      },
    },
    delete: {
      ...tus,
      operationId: 'endTusUpload',
      summary: 'Cancel an upload and discard its bytes',
      parameters: [id, tusVersionHeader],
      responses: { '204': { description: 'Ended.' }, ...ofUpload },
    },
  },
}
