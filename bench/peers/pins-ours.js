import { createPinLayer } from '../../apps/web/src/features/room/stage/pin-layer.ts'
import { showPins } from './pins-page.js'

void showPins(createPinLayer)
