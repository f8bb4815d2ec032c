import { parseArgs } from 'node:util';
import { runAction, startServer } from './run.mjs';

const { values } = parseArgs({ options: { cases: { type: 'string', default: '10000' } } });
const server = await startServer(1);
const { peakMb } = await runAction({ url: server.url, cases: Number(values.cases), inFlight: 16 });
server.close();
console.log(`${values.cases} cases: peak ${Math.round(peakMb)} MB`);
