import http from 'node:http'
import https, { type RequestOptions } from 'node:https'

// Loaded before the server's own code: redirects its calls to Stripe to a local server with the same format.
const port = process.env['LOCAL_STRIPE_PORT']
const { request } = https
const asked = (options: RequestOptions, ...rest: []) =>
  options.host === 'api.stripe.com'
    ? http.request({ ...options, host: '127.0.0.1', port, agent: undefined, protocol: 'http:' }, ...rest)
    : request(options, ...rest)
https.request = asked as typeof request
