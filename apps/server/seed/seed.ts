// `npm run seed`: the demo account. With sizes (`npm run seed -- --customers 1000000`): a large account for benches.
await import(process.argv.length > 2 ? './bulk.ts' : './demo.ts')
