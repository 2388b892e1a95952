import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { parseJson } from '@wingmark/contract/json'
import { z } from 'zod'

/** Processor and clock time in seconds, memory in KiB: ffmpeg reads strangers' files. */
const limits = { cpu: 6, clock: 20, memoryKb: 1_500_000 }
const mostOutput = 64 * 1024

/** By the detected type: no list of files, address or script is ever treated as a video. */
const demuxers: Record<string, string> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/x-msvideo': 'avi',
  'video/ogg': 'ogg',
}

const Probe = z.object({
  format: z.object({ duration: z.coerce.number().positive().max(1_000_000).optional() }),
  streams: z.array(z.object({ codec_type: z.string() })).min(1),
})

/** A frame is only looked for where the length is known. */
export type VideoFrame = { seconds: number; hasFrame: boolean } | null

/** Writes an upright frame as PNG. Null without ffmpeg, or if it cannot read the file. Throws on timeout. */
export async function takeVideoFrame(path: string, mime: string, output: string): Promise<VideoFrame> {
  const demuxer = demuxers[mime]
  const input = [...(demuxer ? ['-f', demuxer] : []), '-protocol_whitelist', 'file', '-i', `file:${path}`]
  const show = ['-select_streams', 'v:0', '-show_entries', 'format=duration:stream=codec_type']
  const found = await run('ffprobe', ['-v', 'error', ...show, '-of', 'json', ...input])
  const duration = parseJson(found, Probe)?.format.duration
  if (duration === undefined) return null
  // The first frame is often black; where there is only one, nothing comes after it.
  for (const at of [Math.min(1, duration / 4), 0]) {
    const said = await run('ffmpeg', frameParameters(input, at, output))
    if (said === null || existsSync(output)) break
  }
  return { seconds: duration, hasFrame: existsSync(output) }
}

function frameParameters(input: string[], at: number, output: string): string[] {
  const seek = ['-v', 'error', '-nostdin', '-ss', at.toFixed(3), '-threads', '1']
  const scale = ['-vf', "scale='min(1280,iw)':-2"]
  const write = ['-frames:v', '1', ...scale, '-f', 'image2', '-c:v', 'png', '-y', `file:${output}`]
  return [...seek, ...input, '-an', ...write]
}

/** Null where the program is missing, fails or passes its own limits; throws where only the clock ended it. */
function run(program: string, parameters: string[]): Promise<string | null> {
  const script = `ulimit -t ${limits.cpu} -v ${limits.memoryKb}; exec nice -n 10 "$@"`
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', script, 'sh', program, ...parameters], {
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: limits.clock * 1_000,
      killSignal: 'SIGKILL',
    })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(0, mostOutput)
    })
    child.once('error', () => resolve(null))
    child.once('close', (code) => {
      if (child.killed) reject(new Error(`${program} took more than ${limits.clock} seconds`))
      else resolve(code === 0 ? said : null)
    })
  })
}
