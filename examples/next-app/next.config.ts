export default {
  distDir: 'dist',
  typescript: { ignoreBuildErrors: true }, // the script `typecheck` reports them
};
