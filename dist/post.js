// The post step is a job of the same bundle: one of its own would bring GitHub's client a second time, 3 MB.
process.argv[2] = 'post';
await import(new URL('index.js', import.meta.url).href);
export {};
