import { get } from 'node:http'

/** MB a second; throws unless these are its bytes. */
export const download = (url: string, bytes: number) =>
  new Promise<number>((resolve, reject) => {
    const from = performance.now()
    get(url, (response) => {
      let arrived = 0
      response.on('data', (part: Buffer) => {
        arrived += part.length
      })
      response.on('error', reject)
      response.on('end', () => {
        if (arrived !== bytes) reject(new Error(`${url}: ${response.statusCode}, ${arrived} bytes`))
        else resolve(arrived / 1e3 / (performance.now() - from))
      })
    }).on('error', reject)
  })
