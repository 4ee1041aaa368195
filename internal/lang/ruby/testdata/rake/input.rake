# Tasks for releases.

require "rake/testtask"

task default: [:test]

desc "Removes what was built."
task :clean do
  rm_rf BUILD
end

namespace :db do
  desc "Loads the seeds. Twice."
  task :seed, [:name] => :environment do |t, args|
    load_seeds(args[:name])
  end

  namespace :schema do
    task "dump" => %w[db:seed] do
      dump
    end
  end

  def db_helper; end
end

namespace :api do
  resources :users
end

multitask parallel: %i[a b]

file "out.txt" => "in.txt" do |t|
  cp t.prerequisites.first, t.name
end

BUILD = "build"
