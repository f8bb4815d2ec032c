import { runPost } from './post/run-post.js';

await runPost(process.env);
