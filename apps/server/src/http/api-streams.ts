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

// What is no JSON call has no route of the contract: live streams, resumable uploads and downloads are described here, by what declares them.

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
      id: { ...text, description: 'Number to go on from; sent back as Last-Event-ID.' },
      event: { type: 'string', const: event },
      data: schemaOf(data),
    },
  }))
  return {
    description:
      'Server-sent events until either side ends them; each is one of these, `data` as JSON on one line.',
    content: { 'text/event-stream': { schema: { oneOf: shapes } } },
  }
}

const lastEventId = [
  header('Last-Event-ID', 'The last id that was heard: what was missed comes first.'),
  { name: 'lastEventId', in: 'query', description: 'The same, where no header can be set.', schema: text },
]
const ofStream = {
  '401': failure('Not signed in, or no longer.'),
  '429': failure('This address holds too many streams.'),
  '503': failure('This server holds too many streams.'),
}

const tusVersionHeader = header('Tus-Resumable', `Always ${tusVersion}.`, true)
const offset = { 'Upload-Offset': { description: 'Bytes that have arrived.', schema: text } }
const fileHeaders = {
  [tusFileHeaders.id]: { description: 'The file that it became, once all bytes are there.', schema: text },
  [tusFileHeaders.key]: { description: 'Its key.', schema: text },
}
const ofUpload = {
  '400': failure('Not as the protocol says.'),
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
        '404': failure('Not there, or not to be seen.'),
        '410': failure('The link has run out.'),
        '423': failure('The link wants its access key.'),
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
        '404': failure('Not there, or not to be seen.'),
      },
    },
  },
  [liveDeliveryPath('{id}')]: {
    get: {
      operationId: 'hearDelivery',
      summary: 'Live events of a delivery, for its sender and who came by a link, as server-sent events',
      tags: ['live'],
      security: [{}, { bearer: [] }, { shareToken: [] }, { bearer: [], shareToken: [] }],
      parameters: [id, ...lastEventId],
      responses: {
        '200': stream(deliveryEvents),
        ...ofStream,
        '404': failure('Not there, or not to be seen.'),
        '410': failure('The link has run out, or was used up.'),
        '423': failure('The link wants its access key.'),
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
      summary: 'Everything that the caller owns, as a zip',
      tags: ['user'],
      security: [{ bearer: [] }],
      responses: {
        '200': {
          description: 'All of it.',
          content: { 'application/zip': file.content['application/octet-stream'] },
        },
        '401': failure('Not signed in, or no longer.'),
        '429': failure('Too many zips.'),
      },
    },
  },
  '/transfer/api/v1/file/download/{id}': {
    get: {
      operationId: 'downloadTransfer',
      summary:
        'Download a file or a folder of one’s transfers, by its id or that of its file; a folder as a zip',
      tags: ['transfer'],
      security: [{ bearer: [] }],
      parameters: [
        id,
        header('Range', 'One range of bytes, to go on where a download broke.'),
        header('If-Range', 'The ETag of what came before: where it has changed, all of it comes.'),
      ],
      responses: {
        '200': { description: 'All of it.', ...file },
        '206': { description: 'The range.', ...file },
        '304': { description: 'The caller has it.' },
        '401': failure('Not signed in.'),
        '404': failure('No such file or folder of yours.'),
        '416': { description: 'It has no such range.' },
        '429': failure('Too many zips.'),
      },
    },
  },
  [tusPath]: {
    post: {
      ...tus,
      operationId: 'createTusUpload',
      summary: 'Begin a resumable upload (tus 1.0.0), with bytes or without',
      parameters: [
        tusVersionHeader,
        header('Upload-Length', 'Bytes of the whole file.', true),
        header('Upload-Metadata', `As tus says; known are ${metadataNames}.`),
        header(
          'Idempotency-Key',
          'UUID; the same key never begins twice, and with another length or other metadata is refused: KEY_REUSED.',
        ),
      ],
      requestBody: bytes,
      responses: {
        '201': {
          description: 'Begun; `Location` is where it goes on.',
          headers: { Location: { schema: text }, ...offset, ...fileHeaders },
        },
        ...ofUpload,
        '413': failure('Larger than a file may be.'),
        '415': failure('Of a type that is not accepted.'),
        '507': failure('No storage left.'),
      },
    },
  },
  [`${tusPath}/{id}`]: {
    head: {
      ...tus,
      operationId: 'findTusUpload',
      summary: 'How far an upload is',
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
      summary: 'Go on with an upload',
      parameters: [id, tusVersionHeader, header('Upload-Offset', 'Where these bytes begin.', true)],
      requestBody: { required: true, ...bytes },
      responses: {
        '204': { description: 'Taken.', headers: { ...offset, ...fileHeaders } },
        ...ofUpload,
        '409': failure('The bytes begin elsewhere.'),
        '415': failure('Of a type that is not accepted.'),
        '507': failure('No storage left.'),
      },
    },
    delete: {
      ...tus,
      operationId: 'endTusUpload',
      summary: 'End an upload and forget its bytes',
      parameters: [id, tusVersionHeader],
      responses: { '204': { description: 'Ended.' }, ...ofUpload },
    },
  },
}
